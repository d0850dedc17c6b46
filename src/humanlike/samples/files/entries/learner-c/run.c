/* run train MATERIAL MODEL, then run judge GAME DATASET OUTPUT MODEL: naive Bayes with normal features. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FEATURES = 5, LONGEST = 1 << 18, MOST_ACTIONS = 64 };
static const double FURTHEST = 2.0;  /* log odds: a few dozen plays cannot make anybody surer */
static const double TEMPER = 0.5;    /* the features are not independent, whatever Bayes is told */
static double pay[2][MOST_ACTIONS][MOST_ACTIONS]; /* [seat][own action][other's action] */
static int actions[2], moves[2][LONGEST];
static char line[2][4 * LONGEST];

static void leave(const char *why) {
    fprintf(stderr, "%s\n", why);
    exit(3);
}

static FILE *opened(const char *folder, const char *name, const char *how) {
    char path[4096];
    snprintf(path, sizeof path, "%s%s%s", folder, *folder ? "/" : "", name);
    FILE *file = fopen(path, how);
    if (!file) leave(path);
    return file;
}

static void read_game(FILE *file) {
    if (fscanf(file, "%d %d", &actions[0], &actions[1]) != 2) leave("no game");
    if (actions[0] > MOST_ACTIONS || actions[1] > MOST_ACTIONS) leave("too many actions");
    for (int row = 0; row < actions[0]; row++)
        for (int column = 0; column < actions[1]; column++)
            if (fscanf(file, "%lf %lf", &pay[0][row][column], &pay[1][column][row]) != 2) leave("no payoffs");
    fclose(file);
}

static int read_moves(char *text, int *found) {
    int rounds = 0;
    for (char *word = strtok(text, " \n"); word && rounds < LONGEST; word = strtok(NULL, " \n"))
        found[rounds++] = atoi(word) - 1;
    return rounds;
}

/* Shares of rounds: repeated, after a good payoff, after a bad one, best answer to the last move; mean payoff. */
static void read_features(FILE *file, double *share) {
    double counts[FEATURES] = {0}, sums[FEATURES] = {0};
    while (fgets(line[0], sizeof line[0], file) && fgets(line[1], sizeof line[1], file)) {
        int rounds = read_moves(line[0], moves[0]), others = read_moves(line[1], moves[1]);
        if (others < rounds) rounds = others;
        for (int seat = 0; seat < 2; seat++) {
            double least = pay[seat][0][0], most = least, middle = 0;
            for (int own = 0; own < actions[seat]; own++)
                for (int other = 0; other < actions[1 - seat]; other++) {
                    double each = pay[seat][own][other];
                    least = fmin(least, each), most = fmax(most, each);
                    middle += each / (actions[seat] * actions[1 - seat]);
                }
            for (int now = 1; now < rounds; now++) {
                int own = moves[seat][now], before = moves[seat][now - 1], other = moves[1 - seat][now - 1];
                if (own < 0 || before < 0 || other < 0) continue;
                double earned = pay[seat][before][other], best = earned;
                for (int each = 0; each < actions[seat]; each++) best = fmax(best, pay[seat][each][other]);
                int good = earned > middle ? 1 : 2, same = own == before;
                counts[0]++, sums[0] += same;
                counts[good]++, sums[good] += same;
                counts[3]++, sums[3] += pay[seat][own][other] == best;
                counts[4]++, sums[4] += most > least ? (earned - least) / (most - least) : 0.5;
            }
        }
    }
    fclose(file);
    for (int each = 0; each < FEATURES; each++) share[each] = (sums[each] + 0.5) / (counts[each] + 1);
}

static int train(const char *material, const char *model) {
    double sum[2][FEATURES] = {{0}}, squares[2][FEATURES] = {{0}}, share[FEATURES], plays[2] = {0};
    char game[256], dataset[256];
    int human;
    FILE *labels = opened(material, "labels.txt", "r"), *output = opened(model, "model.txt", "w");
    while (fscanf(labels, "%255s %255s %d", game, dataset, &human) == 3) {
        read_game(opened(material, game, "r"));
        read_features(opened(material, dataset, "r"), share);
        plays[human]++;
        for (int each = 0; each < FEATURES; each++)
            sum[human][each] += share[each], squares[human][each] += share[each] * share[each];
    }
    for (int kind = 0; kind < 2; kind++)
        for (int each = 0; each < FEATURES; each++) {
            double mean = sum[kind][each] / plays[kind];
            double variance = squares[kind][each] / plays[kind] - mean * mean;
            fprintf(output, "%.9g %.9g\n", mean, fmax(variance, 0) + 0.01); /* nobody is as even as that */
        }
    return fclose(output) ? 4 : 0;
}

static int judge(const char *game, const char *dataset, const char *answer, const char *model) {
    double mean[2][FEATURES], variance[2][FEATURES], share[FEATURES], odds = 0;
    FILE *learned = opened(model, "model.txt", "r"), *output = opened("", answer, "w");
    for (int kind = 0; kind < 2; kind++)
        for (int each = 0; each < FEATURES; each++)
            if (fscanf(learned, "%lf %lf", &mean[kind][each], &variance[kind][each]) != 2) leave("no model");
    read_game(opened("", game, "r"));
    read_features(opened("", dataset, "r"), share);
    for (int kind = 0; kind < 2; kind++)
        for (int each = 0; each < FEATURES; each++) {
            double gap = share[each] - mean[kind][each];
            odds += (kind ? 1 : -1) * -0.5 * (gap * gap / variance[kind][each] + log(variance[kind][each]));
        }
    odds = fmin(fmax(TEMPER * odds, -FURTHEST), FURTHEST);
    fprintf(output, "%.6f\n", 1 / (1 + exp(-odds)));
    return fclose(output) ? 4 : 0;
}

int main(int count, char **words) {
    if (count == 4 && !strcmp(words[1], "train")) return train(words[2], words[3]);
    if (count == 6 && !strcmp(words[1], "judge")) return judge(words[2], words[3], words[4], words[5]);
    leave("run train MATERIAL MODEL, or run judge GAME DATASET OUTPUT MODEL");
}
