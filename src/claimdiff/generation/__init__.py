"""Generation: from a question and its passages to an answer."""
