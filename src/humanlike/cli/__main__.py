"""`python -m humanlike.cli`."""

from humanlike.cli import main

main()
