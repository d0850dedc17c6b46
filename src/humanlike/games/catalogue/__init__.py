"""The stage games themselves, one idea per file; `humanlike.games.GAMES` lists them."""
