"""Decision policies of the built-in bots. They work on option codes and sampled states, compiled with the engine."""
