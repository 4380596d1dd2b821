import { createChirp } from "#app/domain/calibration/chirp.ts";
import type { TestSound } from "#app/domain/devices/sound-check.ts";

/** Peaks, linear: -12 dBFS for people, -20 dBFS for a microphone. */
const LEVELS: Record<TestSound, number> = { click: 10 ** (-12 / 20), beat: 10 ** (-12 / 20), chirp: 10 ** (-20 / 20) };

/** A tone that is struck: it starts within a few samples, so that its moment is clear, and decays. */
type StruckTone = { readonly hz: number; readonly decaySec: number; readonly lengthSec: number };

const TONES: Record<Exclude<TestSound, "chirp">, StruckTone> = {
  click: { hz: 2200, decaySec: 0.006, lengthSec: 0.05 },
  beat: { hz: 1100, decaySec: 0.018, lengthSec: 0.12 },
};
/** The length of the smooth end, s. */
const END_SEC = 0.005;

/** The samples of a test sound at its level. */
export function createTestSound(sound: TestSound, sampleRate: number): Float32Array {
  const samples = sound === "chirp" ? createChirp(sampleRate) : strike(TONES[sound], sampleRate);
  const peak = samples.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
  return samples.map((value) => (value / peak) * LEVELS[sound]);
}

function strike({ hz, decaySec, lengthSec }: StruckTone, sampleRate: number): Float32Array {
  return Float32Array.from({ length: Math.round(lengthSec * sampleRate) }, (_, i) => {
    const sec = i / sampleRate;
    const end = Math.min(1, (lengthSec - sec) / END_SEC);
    return end * Math.exp(-sec / decaySec) * Math.sin(2 * Math.PI * hz * sec);
  });
}
