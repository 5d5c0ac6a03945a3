"""Where a report goes on GitHub: comment, annotations, job summary, status and outputs; and what comes back from there."""
