"""Training on the digits: the data, one step against torch, and the whole job in a process of its own."""
import os
import re
import subprocess
import sys

import numpy as np
import pytest

from heddle import Tensor
from heddle.settings import settings
from heddle.tools.demo import train


def test_the_shipped_digits_are_those_of_uci():
    with np.load(train.DATA) as stored:
        images, labels = stored["images"], stored["labels"]
    assert images.shape == (1797, 8, 8) and images.dtype == np.uint8 and images.max() == 16
    assert np.bincount(labels).tolist() == [178, 182, 177, 183, 181, 182, 181, 179, 174, 180]
    assert images[0].tolist()[:2] == [[0, 0, 5, 13, 9, 1, 0, 0], [0, 0, 13, 15, 10, 15, 5, 0]] and labels[0] == 0


def test_the_split_keeps_every_image_once_and_follows_the_seed():
    a, b = train.load_digits(1), train.load_digits(1)
    assert len(a.test_labels) == train.TESTED and len(a.labels) + len(a.test_labels) == 1797
    assert a.images.dtype == np.float32 and a.images.max() == 1 and a.images.shape[1:] == (1, 8, 8)
    np.testing.assert_array_equal(a.images, b.images)
    assert not np.array_equal(a.test_labels, train.load_digits(2).test_labels)


def torch_net(net):
    """The same net in torch, with the same weights."""
    import torch
    twin = torch.nn.Sequential(
        torch.nn.Conv2d(1, 32, 3, padding=1), torch.nn.ReLU(), torch.nn.Conv2d(32, 32, 3, padding=1), torch.nn.ReLU(),
        torch.nn.MaxPool2d(2), torch.nn.Conv2d(32, 64, 3, padding=1), torch.nn.ReLU(), torch.nn.Flatten(), torch.nn.Linear(1024, 10))
    layers = [layer for layer in twin if hasattr(layer, "weight")]
    for ours, theirs in zip((net.first, net.second, net.third, net.last), layers, strict=True):
        theirs.weight.data, theirs.bias.data = torch.tensor(ours.weight.numpy()), torch.tensor(ours.bias.numpy())
    return twin


def test_three_steps_agree_with_torch():
    import torch
    Tensor.manual_seed(5)
    net, digits = train.ConvNet(), train.load_digits(0)
    twin = torch_net(net)
    ours, theirs = train.Adam(train.get_parameters(net), lr=train.RATE), torch.optim.Adam(twin.parameters(), lr=train.RATE)
    for step in range(3):
        images, labels = digits.images[step * 64:step * 64 + 64], digits.labels[step * 64:step * 64 + 64]
        with Tensor.train(): loss = train.train_step(net, ours, Tensor(images), Tensor(labels)).item()
        wanted = torch.nn.functional.cross_entropy(twin(torch.tensor(images)), torch.tensor(labels).long())
        theirs.zero_grad()
        wanted.backward()
        theirs.step()
        assert loss == pytest.approx(wanted.item(), rel=1e-4)
    np.testing.assert_allclose(net.last.weight.numpy(), twin[-1].weight.detach().numpy(), atol=2e-4)


def test_the_same_seed_gives_the_same_losses(capsys):
    def losses():
        Tensor.manual_seed(7)
        digits = train.load_digits(7)
        few = train.Digits(digits.images[:192], digits.labels[:192], digits.test_images, digits.test_labels)
        return train.train(train.ConvNet(), few, epochs=1, seed=7).losses
    first = losses()
    assert len(first) == 3 and first == losses()
    assert re.fullmatch(r"(epoch  1/1  loss \d\.\d{4}  test \d+\.\d\d%\n){2}", capsys.readouterr().out)


def test_the_whole_job_learns_and_plots(tmp_path):
    picture = tmp_path / "digits.png"
    done = subprocess.run([sys.executable, "-m", "heddle", "demo", "train", "--plot", str(picture)], capture_output=True, text=True,
                          timeout=300, env=os.environ | {"CACHE_DIR": settings.CACHE_DIR})
    assert done.returncode == 0, done.stderr
    share = float(re.search(r"read ([\d.]+)% of 360 unseen digits right", done.stdout)[1])
    assert share >= 97
    assert len(re.findall(r"^epoch", done.stdout, re.MULTILINE)) == 12 and "\r" not in done.stdout
    assert picture.read_bytes().startswith(b"\x89PNG") and picture.stat().st_size > 10_000
