"""The convnet of the MNIST tutorial, on images that are made up: a bright bar in one of four places."""
from tinygrad import Context, GlobalCounters, Tensor, TinyJit, nn
from tinygrad.helpers import colored, getenv, trange


class Model:
    def __init__(self):
        self.layers = [
            nn.Conv2d(1, 8, 3), Tensor.relu, nn.BatchNorm(8), Tensor.max_pool2d,
            nn.Conv2d(8, 16, 3), Tensor.relu, lambda x: x.flatten(1), nn.Linear(16 * 9, 4)]

    def __call__(self, x: Tensor) -> Tensor: return x.sequential(self.layers)


def images(n: int):
    labels = Tensor.randint(n, high=4)
    bars = (Tensor.arange(12).reshape(1, 12) // 3 == labels.reshape(n, 1)).float().reshape(n, 1, 1, 12)
    return (bars + Tensor.rand(n, 1, 12, 12) * 0.5).realize(), labels.realize()


if __name__ == "__main__":
    Tensor.manual_seed(42)
    X_train, Y_train = images(512)
    X_test, Y_test = images(128)
    model = Model()
    opt = nn.optim.Adam(nn.state.get_parameters(model))

    @TinyJit
    @Context(TRAINING=1)
    def train_step() -> Tensor:
        opt.zero_grad()
        samples = Tensor.randint(getenv("BS", 64), high=X_train.shape[0])
        loss = model(X_train[samples]).sparse_categorical_crossentropy(Y_train[samples]).backward()
        return loss.realize(*opt.schedule_step())

    @TinyJit
    def get_test_acc() -> Tensor: return ((model(X_test).argmax(axis=1) == Y_test).mean() * 100).realize()

    test_acc = float("nan")
    for i in (t := trange(getenv("STEPS", 40))):
        GlobalCounters.reset()
        loss = train_step()
        if i % 10 == 9: test_acc = get_test_acc().item()
        t.set_description(f"loss: {loss.item():6.2f} test_accuracy: {test_acc:5.2f}%")
    print(colored("accurate", "green"), test_acc > 90, GlobalCounters.kernel_count > 0)
