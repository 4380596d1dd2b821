// A calibration in a simulated room: what the microphone of the listening device records, and what the product makes of it.

import { measureCalibration } from "#app/audio/calibration/measure-calibration.ts";
import { CHIRP_FROM_HZ, CHIRP_SEC, CHIRP_TO_HZ, createChirp } from "#app/domain/calibration/chirp.ts";
import type { DeviceDelay } from "#app/domain/calibration/estimate-delays.ts";
import { type Complex, createComplex, invert, powerOfTwo, transform } from "#app/domain/calibration/fft.ts";
import { soundsOf } from "#app/domain/calibration/sound-window.ts";
import { deviceLimits } from "#app/domain/devices/device-limits.ts";
import type { CalibrationPlan } from "#app/domain/devices/sound-check.ts";
import type { DeviceId } from "#app/domain/ids.ts";
import { seededRandom } from "#scripts/sound.mjs";
import { between, createPath, createRoom, gaussian, type Random, type RoomPath } from "./room.ts";
import { applyFilters, microphoneFilters, speakerFilters } from "./transducer.ts";

export type Case = {
  readonly seed: number;
  readonly rt60Sec: number;
  readonly sampleRate: number;
  /** By how much the microphone's clock is faster than that of the devices. */
  readonly ppm: number;
  readonly occludedDb: number | null;
  /** Each is added to the same sounds. The ratio is that of the device, in the band of the chirp; the listening one is nearer. */
  readonly snrDbs: readonly number[];
  /** How late the outputs of the listening and of the other device are, s; random without it. */
  readonly ownLateSec?: number;
  readonly lateSec?: number;
  /** By how much later the input is from this moment of the recording on, for inputs that start unsteadily. */
  readonly jump?: { readonly atSec: number; readonly ms: number };
};

/** A measurement, and the truth: later than the listening device, with the way through the air. */
export type Outcome = { readonly snrDb: number; readonly delay: DeviceDelay; readonly trueMs: number };

const LISTENER = "listener" as DeviceId;
const DEVICE = "device" as DeviceId;
/** Between a loudspeaker and a microphone of the same phone, m. */
const OWN_DISTANCE_M = 0.12;
const START_SEC = 1.5;
const LENGTH_SEC = 9.5;

const SLOT_MS = deviceLimits.chirpSlotMs;
export const PLAN: CalibrationPlan = {
  id: "calibration",
  slots: [LISTENER, DEVICE].map((deviceId, i) => ({ deviceId, startMs: START_SEC * 1000 + i * SLOT_MS })),
  periodMs: 2 * SLOT_MS,
  rounds: deviceLimits.chirpRounds,
  lastMs: START_SEC * 1000 + deviceLimits.chirpRounds * 2 * SLOT_MS,
};

type Device = { readonly path: RoomPath; readonly sound: Float64Array; readonly lateSec: number };

/** Simulates one room at each signal to noise. */
export async function simulateCalibration(options: Case): Promise<readonly Outcome[]> {
  const random = seededRandom(options.seed);
  const room = createRoom(random);
  const near = { ...options, random, occludedDb: null };
  const microphone = microphoneFilters(options.sampleRate, random);
  // its own output can be late as well, and the input adds a latency that is the same for all
  const own = createDevice(createPath(room, near, OWN_DISTANCE_M), options.ownLateSec ?? between(random, 0, 0.35));
  const other = createDevice(
    createPath(room, { ...near, occludedDb: options.occludedDb }),
    options.lateSec ?? between(random, 0, 0.35),
  );
  const inputSec = between(random, 0.01, 0.08);
  const clean = record(
    options,
    inputSec,
    new Map([
      [LISTENER, own],
      [DEVICE, other],
    ]),
  );
  const noise = createNoise(clean.length, options.sampleRate, random);
  const trueMs = (other.lateSec + other.path.directSec - own.lateSec - own.path.directSec) * 1000;
  const level = loudness(other.sound, other.path.directSec * options.sampleRate, CHIRP_SEC * options.sampleRate);
  const outcomes: Outcome[] = [];
  for (const snrDb of options.snrDbs) {
    const gain = level * 10 ** (-snrDb / 20);
    const delay = await measure(
      clean.map((value, i) => value + gain * (noise[i] ?? 0)),
      options,
    );
    outcomes.push({ snrDb, delay, trueMs });
  }
  return outcomes;

  function createDevice(path: RoomPath, lateSec: number): Device {
    const chirp = Float64Array.from(createChirp(options.sampleRate * (1 + options.ppm / 1e6)));
    const sound = convolve(chirp, path.response);
    applyFilters(sound, [...speakerFilters(options.sampleRate, random), ...microphone]);
    return { path, sound, lateSec };
  }
}

/** The sounds of all devices at the microphone, in order, without noise. */
function record({ sampleRate, ppm, jump }: Case, inputSec: number, devices: ReadonlyMap<DeviceId, Device>): Float32Array {
  const recording = new Float32Array(LENGTH_SEC * sampleRate);
  for (const { deviceId, serverMs } of soundsOf(PLAN)) {
    const device = devices.get(deviceId);
    if (!device) continue;
    const atSec = serverMs / 1000 + device.lateSec;
    const jumpSec = jump && atSec >= jump.atSec ? jump.ms / 1000 : 0;
    const frame = Math.round((inputSec + jumpSec + atSec * (1 + ppm / 1e6)) * sampleRate);
    for (const [i, value] of device.sound.entries()) recording[frame + i] = (recording[frame + i] ?? 0) + value;
  }
  return recording;
}

async function measure(samples: Float32Array, { sampleRate }: Case): Promise<DeviceDelay> {
  const microphone = {
    sampleRate,
    recordedFromSec: () => 0,
    recordedToSec: () => samples.length / sampleRate,
    read: (fromSec: number, toSec: number) => samples.slice(Math.round(fromSec * sampleRate), Math.round(toSec * sampleRate)),
  };
  const delays = await measureCalibration({ plan: PLAN, microphone, toContextSec: (serverMs) => serverMs / 1000 });
  const delay = delays?.[0];
  if (!delay) throw new Error("the recording is too short");
  return delay;
}

/** Noise of rooms: white, and as strong noise that falls by 3 dB an octave. Its level in the band of the chirp is 1. */
function createNoise(length: number, sampleRate: number, random: Random): Float64Array {
  const size = powerOfTwo(length);
  const spectrum = createComplex(size);
  let power = 0;
  for (let bin = 1; bin < size / 2; bin++) {
    const hz = (bin * sampleRate) / size;
    const level = hz < 50 ? 0 : Math.sqrt(0.5 + 1000 / hz);
    spectrum.re[bin] = level * gaussian(random);
    spectrum.im[bin] = level * gaussian(random);
    if (hz >= CHIRP_FROM_HZ && hz <= CHIRP_TO_HZ) power += level * level;
  }
  invert(spectrum);
  const noise = spectrum.re.subarray(0, length);
  // each bin with its variance of 1 in both parts adds its power to the variance of the real part
  return noise.map((value) => value / Math.sqrt(power));
}

function loudness(samples: Float64Array, from: number, length: number): number {
  const part = samples.subarray(Math.round(from), Math.round(from + length));
  return Math.sqrt(part.reduce((sum, value) => sum + value * value, 0) / part.length);
}

function convolve(a: Float64Array, b: Float64Array): Float64Array {
  const size = powerOfTwo(a.length + b.length);
  const [x, y] = [spectrumOf(a, size), spectrumOf(b, size)];
  const product = createComplex(size);
  for (let i = 0; i < size; i++) {
    const [xr, xi, yr, yi] = [x.re[i] ?? 0, x.im[i] ?? 0, y.re[i] ?? 0, y.im[i] ?? 0];
    product.re[i] = xr * yr - xi * yi;
    product.im[i] = xr * yi + xi * yr;
  }
  invert(product);
  return product.re.subarray(0, a.length + b.length).map((value) => value / size);
}

function spectrumOf(samples: Float64Array, size: number): Complex {
  const spectrum = createComplex(size);
  spectrum.re.set(samples);
  transform(spectrum);
  return spectrum;
}
