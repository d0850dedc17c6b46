"""`python -m humanlike`."""

from humanlike.cli import main

main()
