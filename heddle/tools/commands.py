"""Command-line commands of `heddle`: arguments and help. Their implementation is elsewhere.

Invariants: importing this file imports the command-line library and nothing else that is slow.
"""
from __future__ import annotations

import json
from pathlib import Path

import click
from click.core import ParameterSource

from heddle import __version__
from heddle.distributed import launch as launcher
from heddle.settings import COMPLETION

_FILE = click.Path(path_type=Path)
_PORT = click.option("--port", type=click.IntRange(0, 65535), default=0, help="Port on 127.0.0.1; 0 takes a free one.")
#: options come before the script; what follows it are its arguments
_OF_SCRIPT = {"ignore_unknown_options": True, "allow_interspersed_args": False}
_MODULE = click.option("-m", "is_module", is_flag=True, help="The program is a module, as for `python -m`.")
_ARGUMENTS = click.argument("arguments", nargs=-1, type=click.UNPROCESSED)


def run_command(arguments: list[str]) -> int:
    """Runs one command; the exit status. Mistakes in the arguments are reported here, UserError is left to the caller."""
    try: status = main.main(args=arguments, prog_name="heddle", complete_var=COMPLETION, standalone_mode=False)
    except click.ClickException as mistake:
        mistake.show()
        return mistake.exit_code
    except click.Abort: raise KeyboardInterrupt from None
    return status if isinstance(status, int) else 0


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, "--version", "-V", prog_name="heddle", message="%(prog)s %(version)s")
def main() -> None:
    """Tensor programs on the available devices. Without a command: the device table."""


@main.command()
@click.pass_context
def devices(context: click.Context) -> None:
    """What works on this machine, what does not and why, and the cure."""
    from heddle.tools.doctor import print_devices
    context.exit(0 if print_devices() else 1)


# ---- demos


@main.group(invoke_without_command=True)
@click.option("--file", type=_FILE, help="Text file, one sentence per line. heddle includes one.")
@click.option("--query", help="The question to find the nearest lines for.")
@click.option("--batch", type=click.IntRange(1, 4096), default=16, help="Lines that go through the encoder together.")
@click.pass_context
def demo(context: click.Context, file: Path | None, query: str | None, batch: int) -> None:
    """The usable devices, then the sentence encoder on a text: which lines mean nearly the same?"""
    if context.invoked_subcommand is not None: return
    from heddle.tools.demo.embed import run
    from heddle.tools.doctor import print_usable_devices
    print_usable_devices()
    run(file, query, batch)


@demo.command()
@click.option("--epochs", type=click.IntRange(1), default=12, help="Times that every training image is seen.")
@click.option("--seed", type=int, default=0, help="Where the random numbers start; the same seed gives the same run.")
@click.option("--plot", type=_FILE, help="Write a picture of the loss and of the misread digits.")
def train(epochs: int, seed: int, plot: Path | None) -> None:
    """Trains a small convnet with Adam to read handwritten digits."""
    from heddle.tools.demo.train import run
    run(epochs, seed, plot)


@demo.command()
@click.option("--folder", type=_FILE, help="Build here, for any web server to serve; else it is gone at the end.")
@_PORT
@click.option("--open/--no-open", "browse", default=False, help="Open the page in a browser.")
def web(folder: Path | None, port: int, browse: bool) -> None:
    """Exports the sentence encoder to the web and serves a page where it runs in the browser, through WebGPU."""
    from heddle.tools.demo.web.run import run
    run(folder, port, browse)


# ---- caches


@main.command()
@click.argument("action", type=click.Choice(["show", "clear", "verify", "explain"]), default="show")
@click.argument("key", default="")
def cache(action: str, key: str) -> None:
    """The disk cache of compiled kernels: show what it holds, clear it, verify each entry, or explain the one called KEY."""
    from heddle.tools import cache
    if action == "explain": cache.explain(key)
    else: {"show": cache.show, "clear": cache.clear, "verify": cache.verify}[action]()


@main.group()
def beam() -> None:
    """What BEAM searches found: show it, forget it, or export it as a text file, for other machines."""


@beam.command("show")
def beam_show() -> None:
    """Every kernel that was searched: its times and the actions that won."""
    from heddle.tools.beam import show
    show()


@beam.command("export")
@click.argument("file", type=_FILE)
def beam_export(file: Path) -> None:
    """Writes all winners into the text file FILE."""
    from heddle.tools.beam import export_to
    export_to(file)


@beam.command("import")
@click.argument("file", type=_FILE)
def beam_import(file: Path) -> None:
    """Makes the winners in FILE, which `export` wrote, known here, once each fits its kernel."""
    from heddle.tools.beam import import_from
    import_from(file)


@beam.command("clear")
def beam_clear() -> None:
    """Forgets all winners."""
    from heddle.tools.beam import clear
    clear()


# ---- looking inside


@main.command(context_settings=_OF_SCRIPT)
@click.argument("program")
@_ARGUMENTS
@_MODULE
@click.pass_context
def explain(context: click.Context, program: str, arguments: tuple[str, ...], is_module: bool) -> None:
    """Runs a program, then says why kernels were not fused, were compiled again, or missed a cache, with lines and cures."""
    from heddle.tools.explain import explain_program
    context.exit(explain_program(_python_arguments(program, arguments, is_module)))


@main.command(context_settings=_OF_SCRIPT)
@click.argument("target", type=_FILE, metavar="SCRIPT|RECORDING")
@_ARGUMENTS
@click.option("--save", type=_FILE, help="Keep the recording in this file, to be shown on any machine, and serve no page.")
@_PORT
@click.option("--open/--no-open", "browse", default=None, help="Open the page in a browser; with --save: serve it too.")
@click.option("--against", type=_FILE, help="Compare the recording with this earlier one, kernel by kernel.")
@click.option("--text", is_flag=True, help="With --against: print the comparison, and serve no page.")
@_MODULE
@click.pass_context
def view(context: click.Context, target: Path, arguments: tuple[str, ...], **_: object) -> None:
    """Runs a program and shows what it did: timeline, memory, graphs, every rewrite, kernels. Options come before the program."""
    from heddle.tools.view.format import is_recording
    from heddle.tools.view.run import view
    options = dict(context.params)
    # it has no arguments of its own: options may follow it
    if arguments and not options["is_module"] and target.is_file() and is_recording(target):
        late = context.command.make_context("view", [*arguments, str(target)])
        if late.params["target"] == target and not late.params["arguments"]:
            options |= {name: value for name, value in late.params.items()
                        if name == "arguments" or late.get_parameter_source(name) is ParameterSource.COMMANDLINE}
    context.exit(view(**options))


@main.command()
def settings() -> None:
    """Every setting: its value now, the legal values, and what it does."""
    from heddle.tools.show_settings import print_settings
    print_settings()


@main.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Prints what makes a shell complete these commands: `heddle completion bash >> ~/.bashrc`."""
    from click.shell_completion import get_completion_class
    kind = get_completion_class(shell)
    assert kind is not None, "one of the shells that click has"
    print(kind(main, {}, "heddle", COMPLETION).source())


def _python_arguments(program: str, arguments: tuple[str, ...], is_module: bool) -> list[str]:
    """What Python is given to run a program: a file, or -m and a module."""
    return ["-m", program, *arguments] if is_module else [program, *arguments]


@main.command(context_settings=_OF_SCRIPT)
@click.argument("program")
@_ARGUMENTS
@click.option("-n", "count", type=click.IntRange(min=1), default=1, show_default=True, help="How many processes to start.")
@click.option("--option", "options", multiple=True, help="For the launcher: --option=--hostfile=hosts. May be repeated.")
@_MODULE
def launch(program: str, arguments: tuple[str, ...], count: int, options: tuple[str, ...], is_module: bool) -> None:
    """Starts a program several times by the MPI launcher (mpiexec). Options come before the program."""
    launcher.launch(count, _python_arguments(program, arguments, is_module), options)


@main.command(context_settings=_OF_SCRIPT)
@click.argument("program")
@_ARGUMENTS
@click.option("-n", "--ranks", "count", type=click.IntRange(min=1), required=True, help="How many processes there would be.")
@click.option("--rank", "chosen", type=int, multiple=True, help="A rank to look at. May be repeated; all up to 8 by default.")
@click.option("--network", default="10us,25GB/s", show_default=True, help="Latency and bandwidth between hosts.")
@click.option("--local", default="2us,200GB/s", show_default=True, help="The same within a host.")
@click.option("--per-host", type=click.IntRange(min=1), default=8, show_default=True, help="Ranks on a host.")
@click.option("--speed", help="A device's operations, bytes and launch: 60TFLOPS,2TB/s,5us. Else the time of kernels is left out.")
@click.option("--device", default="NULL", show_default=True, help="A device of NULL, such as NULL:CUDA:sm_90.")
@click.option("--output/--no-output", "prints", default=False, help="Show what the program prints.")
@click.option("--json", "file", type=_FILE, help="Write everything here too.")
@_MODULE
def plan(program: str, arguments: tuple[str, ...], count: int, chosen: tuple[int, ...], network: str, local: str, per_host: int,
         speed: str | None, device: str, prints: bool, file: Path | None, is_module: bool) -> None:
    """Counts what each rank of a program would hold, send and compute, without the ranks. Options come before the program."""
    from heddle.distributed.planner import Cluster, Link, Speed, describe, plan, quantities
    between, within = (Link._make(quantities(text, ("s", "B/s"), what)) for text, what in ((network, "a network"), (local, "a link")))
    fast = Speed._make(quantities(speed, ("FLOPS", "B/s", "s"), "a speed")) if speed else None
    cluster = Cluster(between, within, per_host, fast)
    found = plan(_python_arguments(program, arguments, is_module), count, cluster, ranks=chosen, device=device, is_quiet=not prints)
    if file is not None: file.write_text(json.dumps([rank._asdict() for rank in found], indent=1) + "\n")
    click.echo(describe(found, count, cluster))
