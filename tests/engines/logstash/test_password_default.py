"""What is said of a password that is the default of a variable."""

from pathlib import Path

from pipelint.checker import Settings, check

_OUTPUT = 'output { elasticsearch { hosts => ["https://es:9200"] user => "a" password => "${P:password}" } }\n'


def test_a_password_that_is_the_name_of_its_setting_does_not_hide_that(tmp_path: Path) -> None:
    (tmp_path / "app.conf").write_text("input { stdin {} }\n" + _OUTPUT)
    found = [each for checked in check([str(tmp_path)], Settings()).checked for each in checked.findings]
    said = [each.message for each in found if each.code == "LS409"]
    assert said == ["the default of password is in the config as plain text"]
