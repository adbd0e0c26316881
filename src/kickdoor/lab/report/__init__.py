"""The report of a study: figures from its rows, pictures of the figures, and one page with all of it."""
