# Fine-tunes a tiny encoder and tiny generative models for real. PyTorch is gigabytes and its tests are few, so they have an environment of their own, which is gone afterwards.
# Called from the checkout's root with the folder to work in.
work=$1
room=15 # gigabytes: what PyTorch takes with its libraries, and as much again while it is unpacked
if (($(df --output=avail -BG "$(dirname "$work")" | tail -n 1 | tr -dc 0-9) < room)); then
    echo "skipped: fewer than $room GB are free for PyTorch; the tests of tuned encoders were not run"
    exit 0
fi
"$(make --no-print-directory -s python)" -m venv "$work"
"$work/bin/python" -m pip --disable-pip-version-check --no-input -qq install --editable '.[dev,tune]'
# One thread: so small a model gains nothing from more, and threads that wait for each other on a busy machine take minutes.
OMP_NUM_THREADS=1 "$work/bin/python" -m pytest -q tests/tuning/test_encoder.py tests/tuning/test_fragmenter.py \
    tests/cli/test_cli_tune.py tests/cli/test_cli_tune_fragmenter.py
rm -rf "$work"
