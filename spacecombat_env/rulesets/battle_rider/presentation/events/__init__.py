"""Events of each chapter: their sentences, and the meaning of their columns."""
