"""Claims: cutting an answer into them (`rules`), and which claims of two runs are the same (`identity`)."""
