"""Operations: health, metrics and administration."""
