"""Chapters PLN, ATM, GRV: planets, flight in air, gravity, landing."""
