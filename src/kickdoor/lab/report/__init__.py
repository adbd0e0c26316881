"""The report of a study: figures from its rows, charts, and one page."""
