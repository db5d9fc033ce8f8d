"""What a run leaves for the next: vectors, which take most of its time, and what came of each dialogue, so that a run that was stopped goes on.

Vectors are kept for good, by embedder and by what of a text is embedded. Results are kept by a key that names everything they depend on (data,
settings, the package's own code) and go when the run is done. Files are written beside their place and moved there, so a killed run leaves whole
files only, and runs may share a folder. A file that was damaged all the same is an InputError that names it.
"""

import hashlib
import json
import os
import re
import tempfile
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thoughtbank.errors import InputError
from thoughtbank.ports import Embedder, Vectors

BATCH = 512
"""New vectors between two writings. Chosen: some ten seconds of the built-in embedder's work."""


class KeptVectors:
    """An embedder whose vectors are kept in a folder. To be closed, which writes the last of them. `chars`: of a longer text it embeds a part
    only, its setting `embed_chars`.
    """

    def __init__(self, embedder: Embedder, folder: Path, chars: int) -> None:
        self._embedder, self._chars = embedder, chars
        self._folder = folder / re.sub(r"[^\w.-]+", "_", embedder.name)
        self.name = embedder.name
        self.made = 0
        self._known: dict[bytes, NDArray[np.float32]] = {}
        self._new: list[bytes] = []
        for file in sorted(self._folder.glob("*.npz")):
            self._known |= _vectors_of(file, embedder.dimension)

    @property
    def dimension(self) -> int | None:
        return self._embedder.dimension

    def embed(self, texts: Sequence[str], *, query: bool = False) -> Vectors:
        """As the embedder's own; those not known are made in one call."""
        keys = [self._key(text, query) for text in texts]
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in self._known}
        if missing:
            vectors = self._embedder.embed(list(missing.values()), query=query)
            self._known |= zip(missing, np.asarray(vectors, np.float32), strict=True)
            self._new += missing
            self.made += len(missing)
            if len(self._new) >= BATCH:
                self._write()
        return np.stack([self._known[key] for key in keys]) if keys else np.empty((0, self.dimension or 0), np.float32)

    def close(self) -> None:
        """Writes what isn't written."""
        if self._new:
            self._write()

    def _write(self) -> None:
        keys = np.array([np.frombuffer(key, np.uint8) for key in self._new])
        vectors = np.stack([self._known[key] for key in self._new])
        self._folder.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=self._folder, suffix=".part")
        with os.fdopen(handle, "wb") as out:
            np.savez(out, keys=keys, vectors=vectors)
        Path(name).rename(name.removesuffix(".part") + ".npz")
        self._new = []

    def _key(self, text: str, query: bool) -> bytes:
        """A text that is embedded whole has the same vector whatever the limit is."""
        limit = self._chars.to_bytes(16) if len(text) > self._chars else b""
        whole = text.encode("utf-8", "surrogatepass")
        return hashlib.blake2b(whole, digest_size=20, person=b"query" if query else b"", salt=limit).digest()


def _vectors_of(file: Path, dimension: int | None) -> dict[bytes, NDArray[np.float32]]:
    try:
        with file.open("rb") as opened, np.load(opened, allow_pickle=False) as kept:
            keys, vectors = kept["keys"], kept["vectors"]
    except (zipfile.BadZipFile, zlib.error, EOFError, KeyError, ValueError) as error:
        raise _damaged(file) from error
    fits = vectors.ndim == 2 and len(vectors) == len(keys) and dimension in (None, vectors.shape[1])
    if not fits or not np.isfinite(vectors).all():
        raise _damaged(file)
    return dict(zip((key.tobytes() for key in keys), vectors, strict=True))


def _damaged(file: Path) -> InputError:
    return InputError(f"{file}, kept by an earlier run, is damaged; delete it, and what it held is made again")


class KeptResults:
    """What came of each dialogue of one run, as JSON data. Runs share one folder, so that none can take it away from under another."""

    def __init__(self, folder: Path, run: str) -> None:
        self._folder, self._run = folder / "runs", run

    def read(self, dialogue: str) -> Any | None:
        """What was kept, None where nothing was."""
        file = self._file(dialogue)
        try:
            found = json.loads(file.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None
        except ValueError as error:
            raise _damaged(file) from error
        if not isinstance(found, dict) or "values" not in found:
            raise _damaged(file)
        return found

    def write(self, dialogue: str, found: Any) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=self._folder, suffix=".part")
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            json.dump(found, out, ensure_ascii=False)
        Path(name).replace(self._file(dialogue))

    def done(self) -> None:
        """The run is complete: nothing of it need be kept."""
        for file in self._folder.glob(f"{self._run}-*.json"):
            file.unlink(missing_ok=True)

    def _file(self, dialogue: str) -> Path:
        return self._folder / f"{self._run}-{hashlib.sha256(dialogue.encode()).hexdigest()[:24]}.json"


def run_key(files: Sequence[Path], depends_on: Mapping[str, Any]) -> tuple[str, str]:
    """A name for a run, and the digest of its data: of all files, everything else it depends on, and the code of this package."""
    data = hashlib.sha256()
    for file in files:
        data.update(file.read_bytes())
    digest = data.hexdigest()
    whole = hashlib.sha256(f"{digest}\n{json.dumps(depends_on, sort_keys=True, default=str)}\n".encode())
    package = Path(__file__).parent.parent
    for source in sorted(package.rglob("*.py")):
        whole.update(source.read_bytes())
    return whole.hexdigest()[:24], digest
