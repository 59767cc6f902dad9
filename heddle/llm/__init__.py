"""Language models under the reference's module names; their files are in `heddle.llm.gguf`."""
