"""ONNX operators by kind. Importing a file enters its operators in the table."""
