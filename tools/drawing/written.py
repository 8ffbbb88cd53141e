"""The files of the drawing: three pictures, and where everything stands on them."""

import json
from dataclasses import asdict

from tools.drawing.emblems import EMBLEMS
from tools.drawing.layers import Survey, page_of, sheet
from tools.drawing.palette import NOVICES


def drawn_files(measured: Survey) -> dict[str, str]:
    """Returns the text of each file by its name; the themes differ in a class alone, so each picture is kept by night only."""
    return {
        "convent.svg": sheet(measured, "night", paths=True),
        "convent-without-paths.svg": sheet(measured, "night", paths=False),
        "ground.svg": sheet(measured, "night", paths=False, laid_over=False),
        "plan.json": plan_of(measured),
    }


def plan_of(measured: Survey) -> str:
    """Returns the plan as JSON, with a line for each thing on it."""
    box = page_of(measured, paths=False, laid_over=False)
    lines = {
        "shapes": [f"{json.dumps(room)}: {json.dumps(shape)}" for room, shape in measured.shapes.items()],
        "doors": [json.dumps([way.edge.one, way.edge.two, way.x, way.y, way.tilt]) for way in measured.ways if way.edge.kind != "open"],
        "marks": [json.dumps(asdict(mark)) for mark in measured.marks],
        "plates": [json.dumps(asdict(plate)) for plate in measured.plates],
        "novices": [json.dumps(pair) for pair in zip(EMBLEMS, NOVICES, strict=True)],
    }
    view_box = json.dumps([box.left, box.top, box.right - box.left, box.bottom - box.top])
    parts = [f'"view_box": {view_box}']
    for name, each in lines.items():
        opening, closing = "{}" if name == "shapes" else "[]"
        parts.append(f'"{name}": {opening}\n' + ",\n".join(each) + f"\n{closing}")
    return "{\n" + ",\n".join(parts) + "\n}\n"
