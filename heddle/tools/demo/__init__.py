"""Two real jobs: sentences that mean the same (`embed`), and a convnet that learns to read digits (`train`).

`encoder.py` and `train.py` are also meant as examples of programs written with heddle.
"""
