// What the corpus of audio files is made with, and judged by.
import { spawnSync } from "node:child_process";
import { ensureFfmpeg, installDebian } from "./project.mjs";

/** Programs that make or tag the files of the corpus: a shell's question whether one is there, and Debian's packages. */
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
/** The package belongs to the system's own Python, which another one may stand before. */
const PYTHONS = ["python3", "/usr/bin/python3"];

/** Everything that the corpus is made with. An encoder that cannot be had is done without. */
export function ensureEncoders() {
  ensureFfmpeg();
  const missing = Object.values(ENCODERS).filter(({ check }) => !succeeds(check));
  const packages = [...missing.flatMap((encoder) => encoder.packages), ...(findTagger() ? [] : ["python3-mutagen"])];
  if (packages.length > 0) console.log(`Installing encoders: ${packages.join(", ")} …`);
  installDebian(packages, ["--no-install-recommends"]);
}

/** Programs that are not on this machine. */
export function missingEncoders() {
  return Object.entries(ENCODERS).flatMap(([name, { check }]) => (succeeds(check) ? [] : [name]));
}

/** The Python that has mutagen, by which tags are judged. */
export function pythonWithTagger() {
  const python = findTagger();
  if (!python) throw new Error("This bench compares tags with those that mutagen reads. Install mutagen for python3 first.");
  return python;
}

function findTagger() {
  return PYTHONS.find((python) => succeeds(`${python} -c "import mutagen"`));
}

function succeeds(commandLine) {
  return spawnSync("sh", ["-c", commandLine], { stdio: "ignore" }).status === 0;
}
