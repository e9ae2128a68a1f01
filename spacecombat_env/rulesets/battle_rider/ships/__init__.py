"""State of ships: damage, power, fuel, life support, batteries, globes."""
