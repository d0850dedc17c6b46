"""The learned player's workings: the network's equations, and how it is trained."""
