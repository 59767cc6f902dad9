"""Command-line commands of `heddle`: arguments and help. Their implementation is elsewhere.

Invariants: importing this file imports the command-line library and nothing else that is slow.
"""
from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

_PLAIN = {"rich_markup_mode": None, "add_completion": False, "pretty_exceptions_enable": False}
app = typer.Typer(help="Tensor programs on the available devices. Without a command: the device table.", **_PLAIN)
demo = typer.Typer(help="Real work: the nearest sentences by a text encoder, or `train` a convnet on digits.", **_PLAIN)
app.add_typer(demo, name="demo")
beam = typer.Typer(help="What BEAM searches found: show it, forget it, or carry it to another machine as a text file.", **_PLAIN)
app.add_typer(beam, name="beam")


def run_command(arguments: list[str]) -> int:
    """Runs one command; the exit status. Mistakes in the arguments are told here, UserError is left to the caller."""
    try:
        app(args=arguments, prog_name="heddle")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0
    return 0


@app.command("devices")
def devices() -> None:
    """What works on this machine, what does not and why, and the cure."""
    from heddle.tools.doctor import print_devices
    raise typer.Exit(0 if print_devices() else 1)


@demo.callback(invoke_without_command=True)
def embed(
    context: typer.Context,
    file: Annotated[Path | None, typer.Option(help="Text file, a sentence a line. One comes with heddle.")] = None,
    query: Annotated[str | None, typer.Option(help="The question to find the nearest lines for.")] = None,
    batch: Annotated[int, typer.Option(min=1, max=4096, help="Lines that go through the encoder together.")] = 16,
) -> None:
    """The device table, then the sentence encoder on a text: which lines mean nearly the same?"""
    if context.invoked_subcommand is not None: return
    from heddle.tools.demo.embed import run
    from heddle.tools.doctor import print_devices
    print_devices()
    run(file, query, batch)


@demo.command("train")
def train(
    epochs: Annotated[int, typer.Option(min=1, help="Times that every training image is seen.")] = 12,
    seed: Annotated[int, typer.Option(help="Where the random numbers start; the same seed gives the same run.")] = 0,
    plot: Annotated[Path | None, typer.Option(help="Write a picture of the loss and of the misread digits.")] = None,
) -> None:
    """Trains a small convnet with Adam to read handwritten digits."""
    from heddle.tools.demo.train import run
    run(epochs, seed, plot)


@demo.command("web")
def web(
    folder: Annotated[Path | None, typer.Option(help="Build here, for any web server to serve; else it is gone at the end.")] = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port on 127.0.0.1; 0 takes a free one.")] = 0,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
) -> None:
    """Exports the sentence encoder to the web and serves a page where it runs in the browser, through WebGPU."""
    from heddle.tools.demo.web.run import run
    run(folder, port, open_browser)


class CacheAction(StrEnum):
    """What to do with the disk cache."""

    show = "show"
    clear = "clear"
    verify = "verify"
    explain = "explain"


@app.command("cache")
def cache(
    action: Annotated[CacheAction, typer.Argument(help="show, clear, verify, or explain KEY")] = CacheAction.show,
    key: Annotated[str, typer.Argument(help="For explain: the first digits of an entry's key.")] = "",
) -> None:
    """The disk cache of compiled kernels: show what it holds, clear it, verify every entry, or explain one."""
    from heddle.tools import cache
    if action is CacheAction.explain: cache.explain(key)
    else: {CacheAction.show: cache.show, CacheAction.clear: cache.clear, CacheAction.verify: cache.verify}[action]()


@app.command("explain", context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def explain(
    context: typer.Context,
    script: Annotated[str, typer.Argument(help="A Python file. What follows it are its arguments.")],
) -> None:
    """Runs a script, then says why kernels were not fused, were compiled again, or missed a cache, with lines and cures."""
    from heddle.tools.explain import explain_script
    raise typer.Exit(explain_script(script, context.args))


@beam.command("show")
def beam_show() -> None:
    """Every kernel that was searched: its times and the actions that won."""
    from heddle.tools.beam import show
    show()


@beam.command("export")
def beam_export(file: Annotated[Path, typer.Argument(help="The text file to write.")]) -> None:
    """Writes all winners into a text file."""
    from heddle.tools.beam import export_to
    export_to(file)


@beam.command("import")
def beam_import(file: Annotated[Path, typer.Argument(help="A file that `export` wrote.")]) -> None:
    """Makes the winners in a file known here, once each fits its kernel."""
    from heddle.tools.beam import import_from
    import_from(file)


@beam.command("clear")
def beam_clear() -> None:
    """Forgets all winners."""
    from heddle.tools.beam import clear
    clear()


@app.command("settings")
def settings() -> None:
    """Every setting: its value now, the legal values, and what it does."""
    from heddle.tools.show_settings import print_settings
    print_settings()


_REST = {"allow_extra_args": True, "ignore_unknown_options": True, "allow_interspersed_args": False}


@app.command("view", context_settings=_REST)
def view(
    context: typer.Context,
    target: Annotated[Path, typer.Argument(metavar="SCRIPT|RECORDING", help="A script (its arguments follow), or a saved recording.")],
    save: Annotated[Path | None, typer.Option(help="Keep the recording in this file, to be shown again on any machine.")] = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port on 127.0.0.1; 0 takes a free one.")] = 0,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
) -> None:
    """Runs a script and shows what it did: timeline, memory, graphs, every rewrite, kernels. Options come before the script."""
    from heddle.tools.view.run import view
    view(target, context.args, save, port, open_browser)
