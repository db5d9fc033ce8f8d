"""What the engine is worth in figures: data sets, and measurements of the shipped parts on them, never of copies."""
