"""QCOM: Adreno GPUs through KGSL, the kernel driver of Qualcomm's own kernels."""
