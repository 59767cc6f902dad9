"""Language models, under the names of the reference: their files in `heddle.llm.gguf`."""
