"""The table's code in a file: for its owner only, and only while the table is there."""

import stat
from pathlib import Path

import pytest

from firmware import doctor
from firmware.code_file import FILE_NAME, CodeFileError, kept_code
from firmware.doctor import State


def test_the_code_is_there_for_its_owner_until_the_table_is_gone(tmp_path: Path) -> None:
    file = tmp_path / "new" / FILE_NAME
    with kept_code(file, "012345"):
        assert file.read_text() == "012345\n"
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert not file.exists()


def test_what_a_killed_table_has_left_is_replaced_whoever_could_read_it(tmp_path: Path) -> None:
    file = tmp_path / FILE_NAME
    file.write_text("999999\n")
    file.chmod(0o644)
    with kept_code(file, "012345"):
        assert file.read_text() == "012345\n"
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_the_code_of_another_table_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / FILE_NAME
    with kept_code(file, "111111"):
        file.write_text("222222\n")
    assert file.read_text() == "222222\n"


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    file = tmp_path / "taken" / FILE_NAME
    with pytest.raises(CodeFileError, match=f"cannot be kept in {file}"), kept_code(file, "012345"):
        pass


def test_the_doctor_names_the_file_and_keeps_the_code_to_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))

    def told() -> doctor.Finding:
        return next(finding for finding in doctor.findings() if finding.part == "code")

    assert told().state is State.ABSENT
    with kept_code(tmp_path / FILE_NAME, "012345"):
        assert told().state is State.WORKS
        assert str(tmp_path / FILE_NAME) in told().found
        assert "012345" not in str(told())
