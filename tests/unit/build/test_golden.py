"""The built example is byte for byte what the golden files say."""

from tests.refresh_golden import GOLDEN, SUMS, build_example, files_of, shown, sums


def test_built_example_equals_golden_files(tmp_path):
    files = files_of(build_example(tmp_path))
    for path, data in shown(files).items():
        assert (GOLDEN / path).read_bytes() == data, f"{path} differs; if that is meant, make golden and read the diff"
    assert (GOLDEN / SUMS).read_text(encoding="utf-8") == sums(files)
