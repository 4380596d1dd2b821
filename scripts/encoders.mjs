// Installs the encoders and the tagger of the corpus bench.
import { spawnSync } from "node:child_process";
import { ensureFfmpeg, installDebianPackages } from "./system-programs.mjs";

/** Programs that encode or tag the files of the corpus, each with a shell command that succeeds if it is installed. */
const ENCODERS = {
  lame: { check: "command -v lame", packages: ["lame"] },
  mp3gain: { check: "command -v mp3gain", packages: ["mp3gain"] },
  twolame: { check: "command -v twolame", packages: ["twolame"] },
  oggenc: { check: "command -v oggenc", packages: ["vorbis-tools"] },
  opusenc: { check: "command -v opusenc", packages: ["opus-tools"] },
  flac: { check: "command -v flac", packages: ["flac"] },
  wavpack: { check: "command -v wavpack", packages: ["wavpack"] },
  sox: { check: "sox --help | grep -qw mp3", packages: ["sox", "libsox-fmt-mp3"] },
  "gst-launch-1.0": {
    check: "gst-inspect-1.0 voaacenc && gst-inspect-1.0 lamemp3enc",
    packages: ["gstreamer1.0-tools", "gstreamer1.0-plugins-base", "gstreamer1.0-plugins-good", "gstreamer1.0-plugins-bad"],
  },
};
/** The package is installed for the system's Python, which may not be the first in PATH. */
const PYTHONS = ["python3", "/usr/bin/python3"];

/** Installs what is missing. The bench skips the files of encoders that cannot be installed. */
export function ensureEncoders() {
  ensureFfmpeg();
  const missing = Object.values(ENCODERS).filter(({ check }) => !succeeds(check));
  const packages = [...missing.flatMap((encoder) => encoder.packages), ...(findTagger() ? [] : ["python3-mutagen"])];
  if (packages.length > 0) console.log(`Installing encoders: ${packages.join(", ")} …`);
  installDebianPackages(packages, ["--no-install-recommends"]);
}

/** The names of encoders that are not installed. */
export function listMissingEncoders() {
  return Object.entries(ENCODERS).flatMap(([name, { check }]) => (succeeds(check) ? [] : [name]));
}

/** The path of a Python with mutagen, the reference for tags. */
export function requireMutagen() {
  const python = findTagger();
  if (!python) throw new Error("This bench needs mutagen as the reference for tags. Install mutagen for python3 first.");
  return python;
}

function findTagger() {
  return PYTHONS.find((python) => succeeds(`${python} -c "import mutagen"`));
}

function succeeds(commandLine) {
  return spawnSync("sh", ["-c", commandLine], { stdio: "ignore" }).status === 0;
}
