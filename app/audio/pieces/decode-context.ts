import { DecodingError } from "#app/audio/decoding-error.ts";

/** Browsers support different ranges of rates; some begin at 44.1 kHz. */
const RATE_FACTORS = [1, 2, 0.5, 4, 0.25, 6];

/** A context whose `decodeAudioData` does not resample, or by a whole factor if the browser does not support the rate. */
export function createDecodeContext(sampleRate: number): BaseAudioContext {
  for (const factor of RATE_FACTORS) {
    try {
      return new OfflineAudioContext(1, 1, sampleRate * factor);
    } catch {
      // the browser does not support this rate
    }
  }
  throw new DecodingError(`no audio context at ${sampleRate} Hz`);
}
