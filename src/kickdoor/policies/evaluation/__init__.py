"""Values of positions, cards, bargains and terms."""
