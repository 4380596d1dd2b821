/** The length of the test sound for microphones, s. */
export const CHIRP_SEC = 0.12;

/**
 * The band of the sweep, Hz. Small loudspeakers play little below it, and microphones of wireless headsets, which record
 * 16,000 samples a second, have nothing above it.
 */
export const CHIRP_FROM_HZ = 800;
export const CHIRP_TO_HZ = 7200;

/** The length of each smooth edge, s. Shorter ones are audible as clicks. */
const EDGE_SEC = 0.01;

/**
 * The test sound for microphones: a linear sweep, whose energy is even over its band, with smooth edges and a peak of 1. The sound
 * is defined in continuous time, so that it is the same at each sample rate; the rate must be 16,000 Hz or more.
 */
export function createChirp(sampleRate: number): Float32Array {
  const hzPerSec = (CHIRP_TO_HZ - CHIRP_FROM_HZ) / CHIRP_SEC;
  return Float32Array.from({ length: Math.floor(CHIRP_SEC * sampleRate) + 1 }, (_, i) => {
    const sec = i / sampleRate;
    const edge = Math.min(1, sec / EDGE_SEC, (CHIRP_SEC - sec) / EDGE_SEC);
    const gain = 0.5 - 0.5 * Math.cos(Math.PI * edge);
    return gain * Math.sin(2 * Math.PI * (CHIRP_FROM_HZ * sec + (hzPerSec * sec * sec) / 2));
  });
}
