"""An Adreno GPU behind KGSL that is not on this machine."""
