"""Load test: simulated clients, servers and measurement."""
