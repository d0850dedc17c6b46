/* run GAME SUBJECTS LENGTHS SEED OUTPUT: every subject has a favourite action and plays it four times in five. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t state;

/* Whole numbers below n; xorshift, so that a seed means the same on every system. */
static int below(int n) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (int)((state >> 11) % (uint64_t)n);
}

int main(int count, char **words) {
    int sizes[2], subjects, longest = 0;
    if (count != 6) return 2;
    FILE *game = fopen(words[1], "r"), *lengths = fopen(words[3], "r"), *output = fopen(words[5], "w");
    if (!game || !lengths || !output || fscanf(game, "%d %d", &sizes[0], &sizes[1]) != 2) return 3;
    subjects = atoi(words[2]);
    state = 88172645463325252ULL ^ ((uint64_t)strtoull(words[4], NULL, 10) << 20);
    int *rounds = calloc((size_t)subjects / 2 + 1, sizeof *rounds);
    if (!rounds) return 4;
    for (int match = 0; match < subjects / 2; match++) {
        if (fscanf(lengths, "%d", &rounds[match]) != 1) return 5;
        if (rounds[match] > longest) longest = rounds[match];
    }
    for (int subject = 0; subject < subjects; subject++) {
        int n = sizes[subject % 2], favourite = below(n);
        for (int round = 0; round < longest; round++) {
            int action = below(5) ? favourite : below(n);
            fprintf(output, "%d%c", round < rounds[subject / 2] ? action + 1 : 0, round + 1 < longest ? ' ' : '\n');
        }
    }
    return fclose(output) ? 6 : 0;
}
