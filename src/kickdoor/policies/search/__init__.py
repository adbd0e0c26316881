"""Search by playouts of sampled states."""
