"""Learning from one's own labels: tune WHAT."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from thoughtbank.cli import output, tune_fragmenter
from thoughtbank.cli.files import check_target, write_text
from thoughtbank.cli.given import Json, common
from thoughtbank.errors import InputError

if TYPE_CHECKING:
    from thoughtbank.settings import Settings
    from thoughtbank.tuning.pairs import Pair
    from thoughtbank.tuning.tuned import Tuned

app = typer.Typer(
    help="Learns from your own labels: scorer, fragmenter.\n\nExample: thoughtbank tune scorer --data pairs.jsonl --out scorer.json",
    no_args_is_help=True,
)
KINDS = ("map", "weights", "bert")


app.command()(tune_fragmenter.fragmenter)


@app.command()
def scorer(
    ctx: typer.Context,
    data: Annotated[Path, typer.Option("--data", metavar="FILE", help="Pairs, one a line: id, history, turn, score.")],
    kind: Annotated[str, typer.Option("--kind", metavar="map|weights|bert", help="What is learnt; see docs/gain.md.")] = "map",
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="What gain.scorer will name; of bert a folder.")
    ] = None,
    plot: Annotated[Path | None, typer.Option("--plot", metavar="FILE", help="Draws found against labelled as SVG.")] = None,
    encoder: Annotated[
        str | None, typer.Option("--encoder", metavar="PATH", help="bert: the folder of the encoder to begin with.")
    ] = None,
    judge: Annotated[
        str | None, typer.Option("--judge", metavar="MODEL", help="map: maps this model's points; see gain.judge_map.")
    ] = None,
    json: Json = False,
) -> None:
    """Learns your own scale of gain from turns that you scored, and says whether it helps, on pairs it wasn't learnt from.

    map: from the engine's points to yours. weights: the linear scorer anew. bert: fine-tunes an encoder (extra tune). The setting gain.scorer takes what
    it writes.

    Example: thoughtbank tune scorer --data pairs.jsonl --out scorer.json
    """
    from thoughtbank.settings import load_settings
    from thoughtbank.tuning.pairs import as_judged, read_pairs
    from thoughtbank.tuning.tuned import check

    if out is not None and data.resolve() == out.resolve():
        raise InputError(f"--out {out} would write over the pairs; name another file")
    _check(kind, encoder, judge, data, out, plot)
    settings = load_settings(**common(ctx).settings)
    pairs = as_judged(read_pairs(data), settings.gain.history)
    check(pairs, str(data))
    made = _tuned(pairs, kind, encoder) if judge is None else _judged(pairs, settings, judge, str(data))
    _write(made, encoder, out, plot)
    if json:
        output.print_json({
            "tuned": "scorer", "kind": made.kind, "how": made.how, "n": made.pairs, "stopped": made.stopped, "parts": made.parts,
            "before": made.before, "after": made.after, "better": made.better, "out": out,
        })  # fmt: skip
    else:
        _show(made, out)


def _check(kind: str, encoder: str | None, judge: str | None, data: Path, out: Path | None, plot: Path | None) -> None:
    """Said before the work, not after."""
    if judge is not None and kind != "map":
        raise InputError("--judge is for --kind map")
    if kind not in KINDS:
        raise InputError(f"there is no kind {kind!r}; there are: {', '.join(KINDS)}")
    if kind != "bert" and encoder is not None:
        raise InputError("--encoder is for --kind bert")
    if kind == "bert" and encoder is None:
        raise InputError("name the encoder to begin with: --encoder FOLDER")
    if plot is not None:
        check_target(plot, data, out)
    if out is not None and kind != "bert":
        check_target(out)
    elif out is not None:
        from thoughtbank.tuning.folders import check_folder

        check_folder(out)


def _tuned(pairs: "Sequence[Pair]", kind: str, encoder: str | None) -> "Tuned":
    from thoughtbank.tuning.encoder import tune_encoder
    from thoughtbank.tuning.tuned import tune_map, tune_weights

    if encoder is not None:
        return tune_encoder(pairs, encoder)
    return tune_map(pairs) if kind == "map" else tune_weights(pairs)


def _judged(pairs: "Sequence[Pair]", settings: "Settings", judge: str, where: str) -> "Tuned":
    """A map of a model's points."""
    from thoughtbank.providers import make_model
    from thoughtbank.tuning.judged import judged
    from thoughtbank.tuning.tuned import check, tune_map

    model = make_model(settings.model_copy(update={"model": judge}))
    if model is None:
        raise InputError("name the model that judges: --judge MODEL")
    asked, read = judged(pairs, model, settings.gain)
    if len(read) < len(pairs):
        output.say(f"{len(pairs) - len(read)} pairs couldn't be judged and are left out", "yellow")
    check(read, where)
    return tune_map(read, asked)


def _write(made: "Tuned", encoder: str | None, out: Path | None, plot: Path | None) -> None:
    import json

    if out is not None and encoder is not None:
        from thoughtbank.tuning.encoder import save_encoder

        save_encoder(made, encoder, out)
    elif out is not None:
        write_text(json.dumps(made.document(), indent=2) + "\n", out)
    if plot is not None:
        write_text(_picture(made), plot)


def _picture(made: "Tuned") -> str:
    """Found against labelled, before and after; of a map also the map."""
    from thoughtbank.plots import Cloud, Line, Point, clouds

    before, after, labelled = made.found.tolist()
    drawn = [
        Cloud("before", tuple(zip(before, labelled, strict=True))),
        Cloud("after, held out", tuple(zip(after, labelled, strict=True)), ours=True),
    ]
    lines = [Line("labelled as found", tuple((end, Point("", end)) for end in (0.0, 10.0)))]
    if made.calibration is not None:
        tenths = [place / 10 for place in range(101)]
        lines.append(Line("the map", tuple((x, Point("", made.calibration.apply(x))) for x in tenths), ours=True))
    return clouds(drawn, lines, title="gain: found against labelled", x="found, 0 to 10", y="labelled, 0 to 10")


def _show(made: "Tuned", out: Path | None) -> None:
    output.say(
        f"{made.how}: {made.pairs} pairs, {made.stopped} of them stopped by the filter; cross-validated in {made.parts} parts"
    )
    output.compared(made.before, made.after)
    if not made.better:
        output.say("the mean absolute error isn't smaller than before: keep what you have, or label more pairs", "yellow")
    if out is not None:
        setting = "JUDGE_MAP" if made.of and not made.of.startswith("scorer ") else "SCORER"
        output.say(f"wrote {out}; use it with THOUGHTBANK_GAIN__{setting}={out}", "dim")
    else:
        output.say("nothing is written without --out FILE", "dim")
