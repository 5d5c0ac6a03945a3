"""Finding the passages that a question is answered from."""
