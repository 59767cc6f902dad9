"""Demos: semantic search in sentences (`embed`), and training of a convnet on handwritten digits (`train`).

`encoder.py` and `train.py` are also meant as examples of programs written with heddle.
"""
