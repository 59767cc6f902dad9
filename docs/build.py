"""Makes the generated parts of the pages, in docs/_generated: run before mkdocs (`make docs` does both)."""
from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
OUT = HERE / "_generated"


def main() -> None:
    sys.path.insert(0, str(HERE))
    from build_life import dump_life

    from heddle.settings import old_spellings_table, settings_table
    OUT.mkdir(exist_ok=True)
    (OUT / "settings.md").write_text(settings_table() + "\n")
    (OUT / "old-spellings.md").write_text(old_spellings_table() + "\n")
    for name, text in dump_life().items(): (OUT / name).write_text(text)
    print(f"made {len(list(OUT.iterdir()))} files in {OUT}")


if __name__ == "__main__":
    main()
