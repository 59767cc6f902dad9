"""Reading the digits of MNIST, from a folder of your own: run with DATASETS=folder."""
from tinygrad import Tensor, dtypes
from tinygrad.helpers import getenv
from tinygrad.nn.datasets import mnist

X_train, Y_train, X_test, Y_test = mnist(fashion=getenv("FASHION"))
print(X_train.shape[1:], X_train.dtype == dtypes.uint8, Y_train.shape == X_train.shape[:1], X_test.shape[1:])
samples = Tensor.randint(2, high=X_train.shape[0])
print((X_train[samples].float() / 255).max().item() <= 1, Y_train.max().item() <= 9, Y_test.tolist())
