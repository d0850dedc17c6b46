/* Single-threaded reference: pairs of players in a repeated n x n game, straightforwardly in C.
 *
 * Double precision, xoshiro256++ for the draws, libm exp, parameters read at run time.
 * Usage: reference RULE ACTIONS PAIRS ROUNDS REPEATS   prints the best time in seconds and a checksum.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MAX 3

typedef struct {
    double attractions[MAX], experience;
    int last, other, begun;
} Player;

typedef struct {
    double initial_experience, rho, phi, delta, sensitivity; /* EWA */
    double alpha, beta;                                      /* Bush-Mosteller */
    double cooperate[5];                                     /* memory-one */
} Parameters;

static uint64_t words[4];

static inline uint64_t rotate(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

static inline uint64_t next_word(void) { /* xoshiro256++ (Blackman & Vigna) */
    uint64_t result = rotate(words[0] + words[3], 23) + words[0];
    uint64_t t = words[1] << 17;
    words[2] ^= words[0];
    words[3] ^= words[1];
    words[1] ^= words[2];
    words[0] ^= words[3];
    words[2] ^= t;
    words[3] = rotate(words[3], 45);
    return result;
}

static inline double uniform(void) { return (next_word() >> 11) * 0x1.0p-53; }

static inline int draw(const double *weights, int n) {
    double sum = 0, u;
    for (int a = 0; a < n; a++) sum += weights[a];
    u = uniform() * sum;
    for (int a = 0; a < n - 1; a++) {
        if (u < weights[a]) return a;
        u -= weights[a];
    }
    return n - 1;
}

/* ---- EWA ---- */
static inline int ewa_choose(const Parameters *p, const Player *s, int n) {
    double weights[MAX];
    for (int a = 0; a < n; a++) weights[a] = exp(p->sensitivity * s->attractions[a]);
    return draw(weights, n);
}
static inline void ewa_update(const Parameters *p, Player *s, const double *payoffs, int n, int own, int other) {
    double experience = p->rho * s->experience + 1;
    for (int a = 0; a < n; a++) {
        double weight = a == own ? 1 : p->delta;
        s->attractions[a] = (p->phi * s->experience * s->attractions[a] + weight * payoffs[a * n + other]) / experience;
    }
    s->experience = experience;
}

/* ---- fictitious play with logit choice of the best reply's sum (a soft best reply) ---- */
static inline int fictitious_choose(const Player *s, int n) {
    if (!s->begun) return (int)(uniform() * n);
    int best = 0;
    for (int a = 1; a < n; a++)
        if (s->attractions[a] > s->attractions[best]) best = a;
    return best;
}
static inline void fictitious_update(Player *s, const double *payoffs, int n, int other) {
    for (int a = 0; a < n; a++) s->attractions[a] += payoffs[a * n + other];
    s->begun = 1;
}

/* ---- Bush-Mosteller on probabilities ---- */
static inline void bush_update(const Parameters *p, Player *s, double low, double high, const double *payoffs, int n,
                               int own, int other) {
    double reward = (payoffs[own * n + other] - low) / (high - low);
    double up = p->alpha * reward, down = p->beta * (1 - reward);
    for (int a = 0; a < n; a++) {
        double chosen = a == own, away = (1 - chosen) / (n - 1), x = s->attractions[a];
        s->attractions[a] = x + up * (chosen - x) + down * (away - x);
    }
}

/* ---- memory-one; with three actions: repeat, or spread over the rest ---- */
static inline int memory_choose(const Parameters *p, const Player *s, int n) {
    double cooperate = s->begun ? p->cooperate[1 + 2 * (s->last != 0) + (s->other != 0)] : p->cooperate[0];
    double weights[MAX];
    weights[0] = cooperate;
    for (int a = 1; a < n; a++) weights[a] = (1 - cooperate) / (n - 1);
    return draw(weights, n);
}

static double run(const char *rule, int n, long pairs, int rounds, const Parameters *p, const double *row,
                  const double *column, signed char *actions) {
    const double *payoffs[2] = {row, column};
    int kind = !strcmp(rule, "ewa") ? 0 : !strcmp(rule, "fictitious-play") ? 1 : !strcmp(rule, "bush-mosteller") ? 2 : 3;
    double low[2], high[2];
    for (int r = 0; r < 2; r++) {
        low[r] = high[r] = payoffs[r][0];
        for (int i = 1; i < n * n; i++) {
            if (payoffs[r][i] < low[r]) low[r] = payoffs[r][i];
            if (payoffs[r][i] > high[r]) high[r] = payoffs[r][i];
        }
    }
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    for (long pair = 0; pair < pairs; pair++) {
        Player s[2];
        for (int r = 0; r < 2; r++) {
            s[r].experience = p->initial_experience;
            s[r].begun = 0;
            s[r].last = s[r].other = 0;
            for (int a = 0; a < n; a++) {
                double mean = 0;
                for (int o = 0; o < n; o++) mean += payoffs[r][a * n + o] / n;
                s[r].attractions[a] = kind == 0 ? mean : kind == 1 ? 0 : 1.0 / n;
            }
        }
        for (int t = 0; t < rounds; t++) {
            int a[2];
            for (int r = 0; r < 2; r++)
                a[r] = kind == 0   ? ewa_choose(p, &s[r], n)
                       : kind == 1 ? fictitious_choose(&s[r], n)
                       : kind == 2 ? draw(s[r].attractions, n)
                                   : memory_choose(p, &s[r], n);
            for (int r = 0; r < 2; r++) {
                int own = a[r], other = a[1 - r];
                if (kind == 0) ewa_update(p, &s[r], payoffs[r], n, own, other);
                if (kind == 1) fictitious_update(&s[r], payoffs[r], n, other);
                if (kind == 2) bush_update(p, &s[r], low[r], high[r], payoffs[r], n, own, other);
                s[r].last = own;
                s[r].other = other;
                s[r].begun = 1;
                actions[(pair * 2 + r) * rounds + t] = (signed char)own;
            }
        }
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    return (end.tv_sec - begin.tv_sec) + 1e-9 * (end.tv_nsec - begin.tv_nsec);
}

int main(int argc, char **argv) {
    if (argc < 6) return 2;
    const char *rule = argv[1];
    int n = atoi(argv[2]), rounds = atoi(argv[4]), repeats = atoi(argv[5]);
    long pairs = atol(argv[3]);
    Parameters p = {10, .95, .99, .2, .35, .27, .12, {.9, .9, .3, .8, .3}};
    double row2[] = {5, 2, 6, 1}, column2[] = {5, 2, 6, 1};
    double row3[] = {3, 3, 3, 2, 4, 4, 1, 3, 5}, column3[] = {3, 3, 3, 2, 4, 4, 1, 3, 5};
    signed char *actions = malloc((size_t)pairs * 2 * rounds);
    double best = 1e9;
    long checksum = 0;
    for (int i = 0; i < 4; i++) words[i] = 0x9E3779B97F4A7C15ULL * (i + 1 + argc);
    for (int k = 0; k < repeats; k++) {
        double seconds = run(rule, n, pairs, rounds, &p, n == 2 ? row2 : row3, n == 2 ? column2 : column3, actions);
        if (seconds < best) best = seconds;
    }
    for (long i = 0; i < pairs * 2 * rounds; i++) checksum += actions[i];
    printf("%.6f %ld\n", best, checksum);
    free(actions);
    return 0;
}
