"""Matrix instructions: tensor cores, warp-group products and dot-product instructions."""
