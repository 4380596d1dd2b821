// Synthesizes three short pieces with covers for the demo room: plucked strings (Karplus and Strong, Computer Music Journal
// 7(2), 1983) over a soft bass. Their clear beat makes it easy to hear two devices drift apart.
import { drawCover } from "./draw-cover.mjs";
import { encodeWav, seededRandom } from "./sound.mjs";

const RATE = 44_100;
const A4_HZ = 440;
const A4_NOTE = 69;
/** The level of the loudest sample. */
const PEAK = 0.7;

/** Each bar has one chord of MIDI notes; `pattern` is the order in which they are plucked. `hue` is the cover's, in OKLCH. */
const PIECES = [
  {
    title: "Copper Kettle",
    bpm: 96,
    chords: [
      [57, 60, 64, 69],
      [53, 57, 60, 65],
      [48, 55, 60, 64],
      [55, 59, 62, 67],
    ],
    pattern: [0, 2, 1, 3, 2, 1, 3, 2],
    bars: 12,
    hue: 85,
    cover: {
      ground: "#e8d8a8",
      shapes: [
        { ring: [256, 250, 96], width: 22, fill: "#e09a1b" },
        { disc: [256, 318, 118], fill: "#0c8f8a" },
        { bar: [350, 236, 96, 30], radius: 15, turn: -35, fill: "#0c8f8a" },
        { disc: [256, 196, 18], fill: "#e09a1b" },
        { bar: [124, 300, 264, 16], radius: 0, turn: 0, fill: "#0a7773" },
        { bar: [-8, 392, 528, 128], radius: 0, turn: 0, fill: "#b93c08" },
      ],
    },
  },
  {
    title: "Ночной трамвай",
    bpm: 112,
    chords: [
      [50, 57, 62, 65],
      [46, 53, 58, 62],
      [48, 55, 60, 64],
      [45, 52, 57, 61],
    ],
    pattern: [0, 3, 2, 3, 1, 3, 2, 3],
    bars: 14,
    hue: 285,
    cover: {
      ground: "#1e1c45",
      shapes: [
        { disc: [386, 122, 52], fill: "#8a62b8" },
        { bar: [-8, 214, 528, 4], radius: 0, turn: -4, fill: "#3d3a72" },
        { bar: [72, 262, 368, 142], radius: 26, turn: 0, fill: "#f0a56a" },
        { bar: [98, 288, 68, 56], radius: 8, turn: 0, fill: "#fbefc9" },
        { bar: [181, 288, 68, 56], radius: 8, turn: 0, fill: "#fbefc9" },
        { bar: [264, 288, 68, 56], radius: 8, turn: 0, fill: "#fbefc9" },
        { bar: [347, 288, 68, 56], radius: 8, turn: 0, fill: "#2d2a5e" },
        { disc: [156, 412, 26], fill: "#100f2b" },
        { disc: [356, 412, 26], fill: "#100f2b" },
        { bar: [-8, 438, 528, 8], radius: 0, turn: 0, fill: "#c43d2f" },
      ],
    },
  },
  {
    title: "Salt Stairs",
    bpm: 76,
    chords: [
      [52, 59, 64, 67],
      [48, 55, 60, 67],
      [50, 57, 62, 66],
      [47, 54, 59, 62],
    ],
    pattern: [0, 1, 2, 3, 3, 2, 1, 2],
    bars: 10,
    hue: 32,
    cover: {
      ground: "#c9543c",
      shapes: [
        { disc: [146, 150, 70], fill: "#f8943a" },
        { bar: [64, 400, 96, 120], radius: 0, turn: 0, fill: "#ffd4c4" },
        { bar: [160, 322, 96, 198], radius: 0, turn: 0, fill: "#2a2c4d" },
        { bar: [256, 244, 96, 276], radius: 0, turn: 0, fill: "#93b5bb" },
        { bar: [352, 166, 96, 354], radius: 0, turn: 0, fill: "#f8943a" },
        { bar: [448, 88, 72, 432], radius: 0, turn: 0, fill: "#ffd4c4" },
      ],
    },
  },
];

/** The tracks with their samples, WAV files and covers. They are the same in every run. */
export function createDemoTracks() {
  const tracks = PIECES.map(async (piece, i) => {
    const planes = synthesize(piece, i + 1);
    const tags = { INAM: piece.title, IART: "Tutti", IPRD: "Demo", IGNR: "Acoustic", ICRD: "2026" };
    const sound = { planes, sampleRate: RATE };
    const file = encodeWav(planes, RATE, tags);
    return { title: piece.title, sound, file, cover: await drawCover(piece.cover), hue: piece.hue };
  });
  return Promise.all(tracks);
}

/** The left and the right channel. */
function synthesize({ bpm, chords, pattern, bars }, seed) {
  const random = seededRandom(seed);
  const stepSec = 60 / bpm / 2;
  const barSec = pattern.length * stepSec;
  const totalSec = bars * barSec + 2;
  const planes = [new Float32Array(Math.ceil(totalSec * RATE)), new Float32Array(Math.ceil(totalSec * RATE))];
  for (let bar = 0; bar < bars; bar++) {
    const chord = chords[bar % chords.length];
    addBass(planes, { atSec: bar * barSec, note: chord[0] - 12, durationSec: barSec });
    for (const [i, chordNote] of pattern.entries()) {
      addPluckedString(planes, {
        atSec: bar * barSec + i * stepSec,
        note: chord[chordNote] + (bar >= bars / 2 ? 12 : 0),
        pan: 0.3 + 0.4 * random(),
        random,
      });
    }
  }
  normalizePeak(planes);
  return planes;
}

function normalizePeak(planes) {
  const peak = planes.reduce((most, plane) => plane.reduce((max, value) => Math.max(max, Math.abs(value)), most), 0);
  for (const plane of planes) for (let i = 0; i < plane.length; i++) plane[i] *= PEAK / peak;
}

function addPluckedString([left, right], { atSec, note, pan, random }) {
  const period = Math.round(RATE / toHz(note));
  const string = Float32Array.from({ length: period }, () => random() * 2 - 1);
  const start = Math.round(atSec * RATE);
  const frames = Math.min(RATE * 2, left.length - start);
  for (let i = 0; i < frames; i++) {
    const at = i % period;
    const value = string[at];
    string[at] = 0.996 * 0.5 * (value + string[(at + 1) % period]);
    const faded = value * Math.min(1, i / 40);
    left[start + i] += faded * (1 - pan);
    right[start + i] += faded * pan;
  }
}

function addBass([left, right], { atSec, note, durationSec }) {
  const start = Math.round(atSec * RATE);
  const frames = Math.min(Math.round(durationSec * RATE), left.length - start);
  for (let i = 0; i < frames; i++) {
    const fade = Math.min(1, i / 400) * (1 - i / frames);
    const value = 0.25 * fade * Math.sin((2 * Math.PI * toHz(note) * i) / RATE);
    left[start + i] += value;
    right[start + i] += value;
  }
}

function toHz(note) {
  return A4_HZ * 2 ** ((note - A4_NOTE) / 12);
}
