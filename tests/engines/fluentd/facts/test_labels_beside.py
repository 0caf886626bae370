"""Labels that another text has which goes with a config."""

from pathlib import Path

import pytest

from pipelint.checker import Settings, check

IN = "<source>\n  @type sample\n  @label @OUT\n  tag app\n</source>\n<match app>\n  @type stdout\n</match>\n"
OUT = "<label @OUT>\n  <match **>\n    @type stdout\n  </match>\n</label>\n"


@pytest.mark.parametrize(
    ("files", "found"),
    [
        ({"files/in.conf": IN, "files/out.conf": OUT}, 1),
        ({"files/in.conf": IN, "files/out.conf": OUT, "Chart.yaml": "name: logs\n"}, 0),
        ({"files/in.conf": IN, "templates/map.yaml": f"data: |-\n{OUT}", "Chart.yaml": "name: logs\n"}, 0),
        ({"files/in.conf": IN, "files/out.conf": f"# {OUT}", "Chart.yaml": "name: logs\n"}, 1),
        # A main file that includes nothing is all that runs.
        ({"files/fluent.conf": IN, "files/out.conf": OUT, "Chart.yaml": "name: logs\n"}, 1),
    ],
)
def test_parts_of_one_chart_share_their_labels(tmp_path: Path, files: dict[str, str], found: int) -> None:
    (tmp_path / ".git").mkdir()
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    all_found = [each for checked in check([str(tmp_path)], Settings()).checked for each in checked.findings]
    assert len([each for each in all_found if each.code == "FD311"]) == found
