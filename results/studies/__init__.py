"""Studies: what is computed, one result a file, part by part, with the verbs of `humanlike`."""
