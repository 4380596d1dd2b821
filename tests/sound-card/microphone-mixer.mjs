// A microphone in front of the devices of the virtual sound card: mixes their left channels, each after its own delay and with its
// own level, and writes the mix into a pipe. It has no clock of its own, so that no sample is lost or repeated.
import { spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { createInterface } from "node:readline";

const { pipe, channels, sampleRate, noise, ...first } = JSON.parse(process.argv[2] ?? "");
const BYTES_PER_SAMPLE = 4;
const LATENCY_MS = 20;
const HISTORY_FRAMES = 2 * sampleRate;

const devices = channels.length / 2;
const history = Array.from({ length: devices }, () => new Float32Array(HISTORY_FRAMES));
let room = first;
let frame = 0;
let rest = Buffer.alloc(0);

const output = createWriteStream(pipe, { flags: "r+" });
const format = [`--channels=${channels.length}`, `--channel-map=${channels}`, `--rate=${sampleRate}`, "--format=float32le"];
const args = ["-d", "card.monitor", ...format, "--raw", `--latency-msec=${LATENCY_MS}`];
const recorder = spawn("parec", args, { stdio: ["ignore", "pipe", "ignore"] });
recorder.stdout.on("data", (chunk) => output.write(mix(chunk)));

// each line replaces delays and levels
createInterface({ input: process.stdin })
  .on("line", (line) => {
    room = JSON.parse(line);
    process.stdout.write("ok\n");
  })
  .on("close", () => {
    recorder.kill("SIGTERM");
    process.exit();
  });

function mix(chunk) {
  const bytes = Buffer.concat([rest, chunk]);
  const width = channels.length * BYTES_PER_SAMPLE;
  const frames = Math.floor(bytes.length / width);
  rest = bytes.subarray(frames * width);
  const mixed = Buffer.alloc(frames * BYTES_PER_SAMPLE);
  const delays = room.delaysMs.map((ms) => Math.round((ms / 1000) * sampleRate));
  for (let i = 0; i < frames; i++, frame++) {
    let sum = noise * (Math.random() * 2 - 1);
    for (let device = 0; device < devices; device++) {
      const samples = history[device];
      samples[frame % HISTORY_FRAMES] = bytes.readFloatLE(i * width + device * 2 * BYTES_PER_SAMPLE);
      const from = frame - delays[device];
      if (from >= 0) sum += room.levels[device] * samples[from % HISTORY_FRAMES];
    }
    mixed.writeFloatLE(sum, i * BYTES_PER_SAMPLE);
  }
  return mixed;
}
