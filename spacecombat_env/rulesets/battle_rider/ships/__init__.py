"""What a ship is and suffers: damage, power, fuel, life support, batteries, globes."""
