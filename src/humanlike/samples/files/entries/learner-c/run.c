/* run train MATERIAL MODEL, then run judge GAME DATASET OUTPUT MODEL: naive Bayes with normal features. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FEATURES = 3, LONGEST = 1 << 18, MOST_ACTIONS = 64, WINDOW = 12 };
static const double FURTHEST = 1.5;  /* log odds: a few dozen plays cannot make anybody surer */
static const double TEMPER = 0.5;    /* the features are not independent, whatever Bayes is told */
static double level[2][MOST_ACTIONS][MOST_ACTIONS]; /* [earner][row][column]: 0 the least, 1 the most */
static int actions[2], moves[2][LONGEST];
static char line[2][4 * LONGEST];
static double joint[LONGEST];

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
    double least[2] = {INFINITY, INFINITY}, most[2] = {-INFINITY, -INFINITY};
    if (fscanf(file, "%d %d", &actions[0], &actions[1]) != 2) leave("no game");
    if (actions[0] > MOST_ACTIONS || actions[1] > MOST_ACTIONS) leave("too many actions");
    for (int row = 0; row < actions[0]; row++)
        for (int column = 0; column < actions[1]; column++)
            for (int seat = 0; seat < 2; seat++) {
                double *each = &level[seat][row][column];
                if (fscanf(file, "%lf", each) != 1) leave("no payoffs");
                least[seat] = fmin(least[seat], *each), most[seat] = fmax(most[seat], *each);
            }
    for (int seat = 0; seat < 2; seat++)
        for (int row = 0; row < actions[0]; row++)
            for (int column = 0; column < actions[1]; column++)
                level[seat][row][column] =
                    most[seat] > least[seat] ? (level[seat][row][column] - least[seat]) / (most[seat] - least[seat]) : 0;
    fclose(file);
}

static int read_moves(char *text, int *found) {
    int rounds = 0;
    for (char *word = strtok(text, " \n"); word && rounds < LONGEST; word = strtok(NULL, " \n"))
        found[rounds++] = atoi(word) - 1;
    return rounds;
}

/* Means over pairs: how much earnings change within a match, how often both do best, how unevenly they earn. */
static void read_features(FILE *file, double *mean) {
    double sums[FEATURES] = {0}, counts[FEATURES] = {0}, highest = 0;
    for (int row = 0; row < actions[0]; row++)
        for (int column = 0; column < actions[1]; column++)
            highest = fmax(highest, (level[0][row][column] + level[1][row][column]) / 2);
    while (fgets(line[0], sizeof line[0], file) && fgets(line[1], sizeof line[1], file)) {
        int rounds = read_moves(line[0], moves[0]), others = read_moves(line[1], moves[1]), played = 0;
        double gap = 0, change = 0;
        for (int now = 0; now < rounds && now < others; now++) {
            int row = moves[0][now], column = moves[1][now];
            if (row < 0 || column < 0) continue;
            joint[played] = (level[0][row][column] + level[1][row][column]) / 2;
            gap += level[0][row][column] - level[1][row][column];
            counts[1]++, sums[1] += joint[played++] > highest - 1e-9;
        }
        int window = played / 2 < WINDOW ? played / 2 : WINDOW;
        for (int now = 0; now < window; now++) change += (joint[played - 1 - now] - joint[now]) / window;
        if (window) counts[0]++, sums[0] += fabs(change);
        if (played) counts[2]++, sums[2] += fabs(gap) / played;
    }
    fclose(file);
    for (int each = 0; each < FEATURES; each++) mean[each] = counts[each] ? sums[each] / counts[each] : 0;
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
