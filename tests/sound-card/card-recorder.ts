import { spawn } from "node:child_process";
import { takeChannels } from "./channels.ts";

/** A recording that is running. */
export type CardRecorder = {
  /** Ends the recording. */
  stop(): Promise<CardRecording>;
};

export type CardRecording = {
  readonly sampleRate: number;
  /** The wall-clock time of the first sample in ms, accurate to about 0.1 s. */
  readonly startedAtMs: number;
  /** The left channel of each device. */
  readonly devices: readonly Float32Array[];
  /** The right channel of each device. */
  readonly rightChannels: readonly Float32Array[];
};

type RecorderOptions = {
  readonly env: NodeJS.ProcessEnv;
  /** The channels of the card, two for each device. */
  readonly channels: readonly string[];
  readonly sampleRate: number;
};

/** The recorder delivers its samples in pieces of this length. */
const LATENCY_MS = 100;
const BYTES_PER_SAMPLE = 4;

/** Resolves when the first samples arrive. An idle card delivers them up to two seconds late. */
export async function startRecorder({ env, channels, sampleRate }: RecorderOptions): Promise<CardRecorder> {
  const format = [`--channels=${channels.length}`, `--channel-map=${channels}`, `--rate=${sampleRate}`, "--format=float32le"];
  const args = ["-d", "card.monitor", ...format, "--raw", `--latency-msec=${LATENCY_MS}`];
  const recorder = spawn("parec", args, { env, stdio: ["ignore", "pipe", "ignore"] });
  const ended = new Promise((resolve) => recorder.once("close", resolve));
  const bytesPerMs = (sampleRate / 1000) * channels.length * BYTES_PER_SAMPLE;
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  // A chunk can arrive late, but not before its samples were played.
  let startedAtMs = Number.POSITIVE_INFINITY;
  recorder.stdout.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    sizeBytes += chunk.length;
    startedAtMs = Math.min(startedAtMs, Date.now() - sizeBytes / bytesPerMs);
  });
  await Promise.race([new Promise((resolve) => recorder.stdout.once("data", resolve)), ended]);
  return {
    async stop() {
      recorder.kill("SIGTERM");
      await ended;
      const samples = toSamples(Buffer.concat(chunks));
      const width = channels.length;
      const takeEverySecond = (first: number) => takeChannels(samples, width).filter((_, channel) => channel % 2 === first);
      return { sampleRate, startedAtMs, devices: takeEverySecond(0), rightChannels: takeEverySecond(1) };
    },
  };
}

/** Copies the bytes, because they need not be aligned to samples. */
function toSamples(bytes: Buffer): Float32Array {
  const aligned = new Uint8Array(bytes.length - (bytes.length % BYTES_PER_SAMPLE));
  aligned.set(bytes.subarray(0, aligned.length));
  return new Float32Array(aligned.buffer);
}
