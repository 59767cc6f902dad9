"""The picture of a training run, and what is found out before one starts."""
import sys

import numpy as np
import pytest

from heddle.errors import FileMissingError, UserError
from heddle.installation import install_command
from heddle.tools.demo import plots, train


@pytest.mark.parametrize("wrong", [0, 5, 40])
def test_a_picture_for_any_number_of_misread_digits(tmp_path, wrong):
    digits = train.load_digits(0)
    read = digits.test_labels.copy()
    read[:wrong] = (read[:wrong] + 1) % 10
    plots.plot_training(tmp_path / "a.png", digits, train.Progress([1.0, 0.5, 0.2], read))
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


def test_what_cannot_be_written_is_told_before_the_training(tmp_path, monkeypatch):
    plots.check_plotting(tmp_path / "a.svg")
    with pytest.raises(FileMissingError, match="there is no folder"): plots.check_plotting(tmp_path / "none" / "a.png")
    with pytest.raises(UserError, match=r"no picture format '\.gif'"): plots.check_plotting(tmp_path / "a.gif")
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(UserError, match="matplotlib") as caught: plots.check_plotting(tmp_path / "a.png")
    assert install_command("plot") in caught.value.cure


def test_accuracy_is_the_share_read_right():
    assert train.accuracy(np.array([1, 2, 3, 4]), np.array([1, 2, 3, 5])) == 0.75
