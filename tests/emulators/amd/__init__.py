"""AMD's GPUs and their kernel driver, emulated: written from public documents, not from heddle's runtime. See README.md."""
