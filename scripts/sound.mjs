// Synthetic audio files and random numbers, for the demo room and for tests.

/**
 * Encodes samples as a WAV file with 16 bits.
 * @param {readonly Float32Array[]} channels planes of equal length
 * @param {number} sampleRate Hz
 * @param {Readonly<Record<string, string>>} tags the entries of a LIST INFO chunk, by their four-letter names
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function encodeWav(channels, sampleRate, tags = {}) {
  const frames = channels[0]?.length ?? 0;
  const bytes = frames * channels.length * 2;
  const info = createInfoChunk(tags);
  const view = new DataView(new ArrayBuffer(44 + bytes + info.length));
  const text = (at, value) => {
    for (const [i, char] of [...value].entries()) view.setUint8(at + i, char.charCodeAt(0));
  };
  text(0, "RIFF");
  view.setUint32(4, 36 + bytes + info.length, true);
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
  const file = new Uint8Array(view.buffer);
  file.set(info, 44 + bytes);
  return file;
}

/** The chunk with the tags, which follows the samples. Empty without tags. */
function createInfoChunk(tags) {
  const entries = Object.entries(tags).map(([name, value]) => {
    const text = Buffer.from(`${value}\0`);
    const padding = Buffer.alloc(text.length % 2);
    return Buffer.concat([Buffer.from(name), littleEndian(text.length), text, padding]);
  });
  if (entries.length === 0) return new Uint8Array(0);
  const body = Buffer.concat([Buffer.from("INFO"), ...entries]);
  return Buffer.concat([Buffer.from("LIST"), littleEndian(body.length), body]);
}

function littleEndian(value) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/**
 * A mulberry32 generator: the same seed gives the same numbers.
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
