"""Designs whose truth is known: how often a claim of certainty is false, and what it is still worth."""
