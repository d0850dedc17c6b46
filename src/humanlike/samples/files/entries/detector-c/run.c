/* run GAME DATASET OUTPUT: people change their minds less and less; machines keep their pace. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 1 << 20 };
static char line[LONGEST];
static int moves[LONGEST / 2];

int main(int count, char **words) {
    double early = 1, late = 1; /* one change each to begin with, so that a short play says little */
    if (count != 4) return 2;
    FILE *dataset = fopen(words[2], "r"), *output = fopen(words[3], "w");
    if (!dataset || !output) return 3;
    while (fgets(line, sizeof line, dataset)) {
        int rounds = 0;
        for (char *word = strtok(line, " \n"); word; word = strtok(NULL, " \n"))
            if (atoi(word)) moves[rounds++] = atoi(word);
        for (int round = 1; round < rounds; round++)
            if (moves[round] != moves[round - 1]) *(2 * round < rounds ? &early : &late) += 1;
    }
    fprintf(output, "%.6f\n", 0.1 + 0.8 * early / (early + late));
    return fclose(output) ? 4 : 0;
}
