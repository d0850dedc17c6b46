"""The two papers most of the catalogue comes from."""

TURING_TOURNAMENT = (
    "Arifovic, McKelvey & Pevnitskaya (2006), An initial implementation of the Turing tournament to learning "
    "in repeated two-person games, Games and Economic Behavior 57, 93-122, Table 1"
)
PREDICTIVE_SUCCESS = (
    "Mitropoulos (2001), On the measurement of the predictive success of learning theories in repeated "
    "games, Otto-von-Guericke-Universität Magdeburg"
)
