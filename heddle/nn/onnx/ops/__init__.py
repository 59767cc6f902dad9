"""Operators of ONNX by kind. Importing a file enters its operators in the table."""
