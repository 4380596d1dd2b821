// Sound made of numbers, for the demo room and for tests.

/**
 * A WAV file, 16 bits.
 * @param {readonly Float32Array[]} channels planes of equal length
 * @param {number} sampleRate Hz
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function wavFile(channels, sampleRate) {
  const frames = channels[0]?.length ?? 0;
  const bytes = frames * channels.length * 2;
  const view = new DataView(new ArrayBuffer(44 + bytes));
  const text = (at, value) => {
    for (const [i, char] of [...value].entries()) view.setUint8(at + i, char.charCodeAt(0));
  };
  text(0, "RIFF");
  view.setUint32(4, 36 + bytes, true);
  text(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, channels.length, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * channels.length * 2, true);
  view.setUint16(32, channels.length * 2, true);
  view.setUint16(34, 16, true);
  text(36, "data");
  view.setUint32(40, bytes, true);
  let at = 44;
  for (let i = 0; i < frames; i++) {
    for (const channel of channels) {
      view.setInt16(at, Math.round(Math.max(-1, Math.min(1, channel[i])) * 32767), true);
      at += 2;
    }
  }
  return new Uint8Array(view.buffer);
}

/**
 * mulberry32: the same numbers for the same seed.
 * @param {number} seed
 * @returns {() => number} in [0, 1)
 */
export function seededRandom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
