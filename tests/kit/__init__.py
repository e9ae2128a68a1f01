"""What tests share: tables set with positions, walks through games, the same told twice."""
