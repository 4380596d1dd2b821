import {
  type Damage,
  noise,
  noiseWithoutSyncBytes,
  overwriteNumber,
  prepend,
  removeEnd,
  removeStart,
  repeat,
  replaceWith,
  truncate,
  zeroRange,
} from "./damage.ts";
import { damaged, type Recipe, type WrittenTags } from "./recipe.ts";

const MP3 = 'lame --quiet -b 128 "$IN" "$OUT"';
const VBR = 'lame --quiet -V 4 "$IN" "$OUT"';
const FFMPEG = 'ffmpeg -y -loglevel error -i "$IN" -map_metadata -1 -fflags +bitexact';
const M4A = `${FFMPEG} -c:a aac -f ipod "$OUT"`;
const FAST_M4A = `${FFMPEG} -c:a aac -movflags +faststart -f ipod "$OUT"`;
const ADTS = `${FFMPEG} -c:a aac -f adts "$OUT"`;
const OGG = 'oggenc -Q -s 9 -q 4 -o "$OUT" "$IN"';
const OPUS = 'opusenc --quiet --serial 9 --bitrate 96 "$IN" "$OUT"';
const FLAC = 'flac -s -f -5 -o "$OUT" "$IN"';
const WAV = 'sox "$IN" -t wav "$OUT"';
const EMPTY = ': > "$OUT"';

const HTML = "<!doctype html><html><head><title>404 Not Found</title></head><body><h1>Not Found</h1></body></html>\n";
const TAGS: WrittenTags = { kind: "id3v2.4", title: "Вернись", artist: "Broken Things" };
const HEADER_BYTES = 600;
/** The header of an ID3v2 tag that claims a size of 200 MB. */
const ENDLESS_TAG = Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 0x5f, 0x2e, 0x08, 0]);

const untouched: Damage = (bytes) => bytes;

/** Damaged, mislabeled and empty files. */
export const DAMAGED_RECIPES: readonly Recipe[] = [
  damaged("cut in the middle.mp3", MP3, truncate(0.5), { tags: TAGS }),
  damaged("cut variable.mp3", VBR, truncate(0.37)),
  damaged("without its start.mp3", VBR, removeStart(HEADER_BYTES)),
  damaged("a hole.mp3", MP3, zeroRange({ fromShare: 0.4, share: 0.05 })),
  damaged("a large hole.mp3", MP3, zeroRange({ fromShare: 0.3, share: 0.4 })),
  damaged("text.mp3", EMPTY, replaceWith("Milk, bread, strings for the guitar\n".repeat(40))),
  damaged("not found.mp3", EMPTY, replaceWith(HTML)),
  damaged("picture.flac", 'cat "$JPEG" > "$OUT"', untouched),
  damaged("empty.mp3", EMPTY, untouched),
  damaged("only a tag.mp3", EMPTY, replaceWith(""), { tags: TAGS }),
  // The junk hides the encoder's gapless data from ffmpeg, which then decodes the padding as well.
  damaged("junk before.mp3", MP3, prepend(noiseWithoutSyncBytes(5000)), { expectedMs: 12_000 }),
  damaged("much junk before.mp3", MP3, prepend(noiseWithoutSyncBytes(300_000))),
  damaged("noise.mp3", EMPTY, replaceWith(noise(300_000))),
  damaged("zeros.mp3", EMPTY, replaceWith(new Uint8Array(200_000))),
  damaged("an ogg.mp3", OGG, untouched),
  damaged("a flac.mp3", FLAC, untouched),
  damaged("an mp3.wav", MP3, untouched),
  damaged("an m4a.aac", M4A, untouched),
  damaged("a wav.flac", WAV, untouched),
  damaged("wrong Xing.mp3", VBR, overwriteNumber({ afterText: "Xing", at: 8, value: 5_000_000, order: "BE" })),
  damaged("short Xing.mp3", VBR, overwriteNumber({ afterText: "Xing", at: 8, value: 10, order: "BE" })),
  damaged("endless tag.mp3", MP3, prepend(ENDLESS_TAG)),
  damaged("two songs in one.mp3", MP3, repeat),
  damaged("cut.aac", ADTS, truncate(0.613)),
  damaged("mid packet.aac", ADTS, removeStart(777)),
  damaged("cut without index.m4a", M4A, truncate(0.6)),
  damaged("cut with index.m4a", FAST_M4A, truncate(0.6)),
  damaged("a hole.m4a", M4A, zeroRange({ fromShare: 0.4, share: 0.1 })),
  damaged("cut.ogg", OGG, truncate(0.55)),
  damaged("missing last page.ogg", OGG, removeEnd(1000)),
  damaged("a hole.ogg", OGG, zeroRange({ fromShare: 0.45, share: 0.1 })),
  damaged("without its start.ogg", OGG, removeStart(3000)),
  damaged("chained.ogg", OGG, repeat),
  damaged("cut.opus", OPUS, truncate(0.7)),
  damaged("cut.flac", FLAC, truncate(0.5)),
  damaged("a hole.flac", FLAC, zeroRange({ fromShare: 0.5, share: 0.1 })),
  damaged("cut.wav", WAV, truncate(0.5)),
  damaged("size too large.wav", WAV, overwriteNumber({ afterText: "data", at: 4, value: 0xfffffff0, order: "LE" })),
  damaged("size zero.wav", WAV, overwriteNumber({ afterText: "data", at: 4, value: 0, order: "LE" })),
  damaged("header only.wav", WAV, truncate(0.00002)),
  // This file comes last: if it hangs, it blocks the files after it.
  damaged("no packets.flac", FLAC, truncate(0.004)),
];
