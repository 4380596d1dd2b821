// Impulse responses of rooms. The early part: the image sources of a box (Allen and Berkley, 1979, doi:10.1121/1.382599). The late
// part, for which there would be millions of them: noise that fades away at the rate of the reverberation time.
export type Random = () => number;
type Vector = readonly [number, number, number];

/** A path through the air between a loudspeaker and a microphone. */
export type RoomPath = {
  readonly response: Float64Array;
  /** When the direct sound arrives in the response, s. */
  readonly directSec: number;
};

export type RoomOptions = {
  /** The time in which the sound in the room fades by 60 dB, s. */
  readonly rt60Sec: number;
  readonly sampleRate: number;
  readonly random: Random;
  /** By how much the direct path is weaker than the strongest echo, dB; null if nothing is in its way. */
  readonly occludedDb: number | null;
};

const SOUND_MPS = 343;
const EARLY_SEC = 0.06;
/** Half the length of the interpolation of each image between samples. */
const TAPS = 16;

export type Room = { readonly size: Vector; readonly microphone: Vector };

export const between = (random: Random, low: number, high: number) => low + random() * (high - low);

export function createRoom(random: Random): Room {
  const size: Vector = [between(random, 3, 7), between(random, 2.5, 5), between(random, 2.4, 3)];
  return { size, microphone: placeIn(size, random) };
}

/** A path from a loudspeaker somewhere in the room, 0.8 m away or more; or at a distance of its own, for the one beside the microphone. */
export function createPath(room: Room, options: RoomOptions, distanceM?: number): RoomPath {
  const { rt60Sec, sampleRate, random } = options;
  const source = distanceM === undefined ? farFrom(room, random) : beside(room.microphone, distanceM, random);
  const response = new Float64Array(Math.ceil((rt60Sec + 0.05) * sampleRate));
  const [direct, ...echoes] = imagesOf(room, source, options);
  if (!direct) throw new Error("a room without a direct path");
  const strongest = Math.max(...echoes.map(({ gain }) => Math.abs(gain)));
  const directGain = options.occludedDb === null ? direct.gain : strongest * 10 ** (-options.occludedDb / 20);
  addPulse(response, direct.sec * sampleRate, directGain);
  for (const { sec, gain } of echoes) addPulse(response, sec * sampleRate, gain);
  addTail(response, options);
  return { response, directSec: direct.sec };
}

type Image = { readonly sec: number; readonly gain: number };

/** The sound's mirror images in the walls, the nearest first. */
function imagesOf({ size, microphone }: Room, source: Vector, { rt60Sec, random }: RoomOptions): readonly Image[] {
  const reflection = reflectionOf(size, rt60Sec);
  const orders = size.map((length) => Math.ceil((EARLY_SEC * SOUND_MPS) / (2 * length)));
  const images: Image[] = [];
  const axis = (i: 0 | 1 | 2) => imagesOnAxis(size[i], source[i] - microphone[i], source[i] + microphone[i], orders[i] ?? 0);
  for (const x of axis(0)) {
    for (const y of axis(1)) {
      for (const z of axis(2)) {
        const distanceM = Math.hypot(x.offsetM, y.offsetM, z.offsetM);
        const bounces = x.bounces + y.bounces + z.bounces;
        if (distanceM > EARLY_SEC * SOUND_MPS) continue;
        // no wall is quite even: without it, the echoes of a box would meet at single moments
        const unevenM = bounces === 0 ? 0 : between(random, 0, 0.05);
        images.push({ sec: (distanceM + unevenM) / SOUND_MPS, gain: reflection ** bounces / distanceM });
      }
    }
  }
  return images.sort((a, b) => a.sec - b.sec);
}

/** Mirror images along one axis: those with an even number of bounces, and those with an odd one. */
function imagesOnAxis(lengthM: number, difference: number, sum: number, order: number) {
  const images: { offsetM: number; bounces: number }[] = [];
  for (let n = -order; n <= order; n++) {
    images.push({ offsetM: 2 * n * lengthM + difference, bounces: Math.abs(2 * n) });
    images.push({ offsetM: 2 * n * lengthM - sum, bounces: Math.abs(2 * n - 1) });
  }
  return images;
}

/** The reflection of a wall's pressure, with Eyring's formula. */
function reflectionOf([x, y, z]: Vector, rt60Sec: number): number {
  const volume = x * y * z;
  const surface = 2 * (x * y + y * z + x * z);
  return Math.exp((-0.161 * volume) / (2 * surface * rt60Sec));
}

/** Adds a pulse at a fractional index. */
function addPulse(response: Float64Array, at: number, gain: number): void {
  const middle = Math.floor(at);
  for (let i = middle - TAPS + 1; i <= middle + TAPS; i++) {
    if (i < 0 || i >= response.length) continue;
    const x = i - at;
    const sinc = Math.abs(x) < 1e-9 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
    response[i] = (response[i] ?? 0) + gain * sinc * (0.5 + 0.5 * Math.cos((Math.PI * x) / TAPS));
  }
}

/** Continues the echoes with noise of the strength that they have at the end of the early part. */
function addTail(response: Float64Array, { rt60Sec, sampleRate, random }: RoomOptions): void {
  const start = Math.round(EARLY_SEC * sampleRate);
  const span = response.subarray(Math.round(start * 0.7), start);
  const level = Math.sqrt(span.reduce((sum, value) => sum + value * value, 0) / span.length);
  // the span's middle is earlier than the start of the tail
  const fade = (frames: number) => 10 ** ((-3 * frames) / (rt60Sec * sampleRate));
  for (let i = start; i < response.length; i++) {
    response[i] = (response[i] ?? 0) + level * fade(i - start * 0.85) * gaussian(random);
  }
}

export function gaussian(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

function placeIn([x, y, z]: Vector, random: Random): Vector {
  return [between(random, 0.4, x - 0.4), between(random, 0.4, y - 0.4), between(random, 0.5, z - 0.6)];
}

function farFrom({ size, microphone }: Room, random: Random): Vector {
  for (;;) {
    const place = placeIn(size, random);
    if (Math.hypot(...place.map((value, i) => value - (microphone[i] ?? 0))) >= 0.8) return place;
  }
}

function beside([x, y, z]: Vector, distanceM: number, random: Random): Vector {
  const angle = between(random, 0, 2 * Math.PI);
  return [x + distanceM * Math.cos(angle), y + distanceM * Math.sin(angle), z];
}
