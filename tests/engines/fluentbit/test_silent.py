"""What Fluent Bit 5.1.1 passes over without a word, or only finds when it starts, is reported: by the cases of the data."""

from __future__ import annotations

from pathlib import Path

from pipelint.base.finding import Severity
from pipelint.checker import Settings, check
from tests.each import each
from tests.engines.fluentbit.cases import data, text_of

CASES = {case["id"]: case for case in data("config")["cases"]}
# By case the rule that reports it. Each starts, and does not do what it says.
SILENT = {
    "fb-032": "FB304", "fb-069": "FB309", "fb-079": "FB305", "fb-080": "FB305", "fb-082": "FB327", "fb-085": "FB327",
    "fb-086": "FB305", "fb-088": "FB306", "fb-090": "FB306", "fb-096": "FB305", "fb-097": "FB306", "fb-101": "FB305",
    "fb-106": "FB306", "fb-108": "FB305", "fb-121": "FB390", "fb-122": "FB390", "fb-123": "FB390", "fb-124": "FB390",
    "fb-127": "FB305", "fb-130": "FB305", "fb-132": "FB305", "fb-134": "FB336", "fb-137": "FB340", "fb-138": "FB340",
    "fb-155": "FB310", "fb-156": "FB310", "fb-166": "FB335", "fb-176": "FB335", "fb-180": "FB335", "fb-188": "FB335",
    "fb-196": "FB307", "fb-197": "FB307", "fb-212": "FB318", "fb-220": "FB341", "fb-222": "FB301", "fb-229": "FB311",
    "fb-251": "FB353", "fb-252": "FB353", "fb-253": "FB353", "fb-264": "FB312", "fb-268": "FB312", "fb-274": "FB338",
    "fb-277": "FB338", "fb-278": "FB338", "fb-279": "FB338", "fb-293": "FB353", "fb-294": "FB353", "fb-296": "FB312",
    "fb-297": "FB312", "fb-299": "FB339", "fb-300": "FB339", "fb-301": "FB339", "fb-302": "FB339", "fb-317": "FB353",
    "fb-336": "FB334", "fb-344": "FB334", "fb-381": "FB305", "fb-387": "FB320", "fb-398": "FB329", "fb-401": "FB310",
    "fb-406": "FB319", "fb-408": "FB326", "fb-409": "FB326", "fb-410": "FB319", "fb-416": "FB319", "fb-420": "FB319",
    "fb-421": "FB319", "fb-423": "FB346", "fb-424": "FB346", "fb-427": "FB321", "fb-433": "FB319", "fb-445": "FB319",
    "fb-446": "FB319", "fb-447": "FB321", "fb-448": "FB308", "fb-449": "FB337", "fb-450": "FB337", "fb-454": "FB322",
    "fb-456": "FB354", "fb-457": "FB331", "fb-463": "FB331", "fb-469": "FB331", "fb-472": "FB328", "fb-485": "FB354",
    "fb-486": "FB343", "fb-492": "FB354", "fb-497": "FB354", "fb-524": "FB305", "fb-556": "FB335", "fb-594": "FB303",
    "fb-608": "FB308", "fb-623": "FB340", "fb-637": "FB347",
}  # fmt: skip
# The dry run passes these and the start stops: but where the folder of the DB may be there, as Fluent Bit runs elsewhere.
STARTS_ELSEWHERE = "fb-484"
STOPPED = [name for name, case in CASES.items() if case.get("start") == "stopped" and name != STARTS_ELSEWHERE]


def findings(case: str, folder: Path) -> set[tuple[str, Severity]]:
    files = {**CASES[case].get("files", {}), CASES[case]["main"]: text_of(CASES[case])}
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(text.encode())
    report = check([str(folder / CASES[case]["main"])], Settings())
    return {(found.code, found.severity) for checked in report.checked for found in checked.findings}


@each("case, code", SILENT.items())
def test_what_fluent_bit_passes_over_is_reported(case: str, code: str, tmp_path: Path) -> None:
    assert CASES[case]["dry_run"] == "ok"
    assert code in {found for found, _ in findings(case, tmp_path)}


@each("case", STOPPED)
def test_what_only_the_start_finds_is_an_error(case: str, tmp_path: Path) -> None:
    assert Severity.ERROR in {severity for _, severity in findings(case, tmp_path)}
