"""Chapter FIR and what goes with it: beams, locks, overpowering, sand and screens."""
