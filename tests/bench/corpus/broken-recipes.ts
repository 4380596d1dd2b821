import { broken, type Recipe, type WrittenTags } from "./recipe.ts";
import {
  behind,
  cutTo,
  dullNoise,
  noise,
  replacedBy,
  type Spoil,
  twice,
  withNumber,
  withoutEnd,
  withoutStart,
  zeroed,
} from "./spoil.ts";

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
const NO_EVENTS = ': > "$OUT"';

const HTML = "<!doctype html><html><head><title>404 Not Found</title></head><body><h1>Not Found</h1></body></html>\n";
const TAGS: WrittenTags = { kind: "id3v2.4", title: "Вернись", artist: "Broken Things" };
const HEADER_BYTES = 600;
/** An ID3v2 tag of two hundred megabytes, as its header claims. */
const ENDLESS_TAG = Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 0x5f, 0x2e, 0x08, 0]);

const untouched: Spoil = (bytes) => bytes;

/** What people also drop. */
export const BROKEN_RECIPES: readonly Recipe[] = [
  broken("cut in the middle.mp3", MP3, cutTo(0.5), { tags: TAGS }),
  broken("cut variable.mp3", VBR, cutTo(0.37)),
  broken("without its start.mp3", VBR, withoutStart(HEADER_BYTES)),
  broken("a hole.mp3", MP3, zeroed({ fromShare: 0.4, share: 0.05 })),
  broken("a large hole.mp3", MP3, zeroed({ fromShare: 0.3, share: 0.4 })),
  broken("text.mp3", NO_EVENTS, replacedBy("Milk, bread, strings for the guitar\n".repeat(40))),
  broken("not found.mp3", NO_EVENTS, replacedBy(HTML)),
  broken("picture.flac", 'cat "$JPEG" > "$OUT"', untouched),
  broken("empty.mp3", NO_EVENTS, untouched),
  broken("only a tag.mp3", NO_EVENTS, replacedBy(""), { tags: TAGS }),
  // the junk keeps ffmpeg from the encoder's note, and it leaves nothing out
  broken("junk before.mp3", MP3, behind(dullNoise(5000)), { playsMs: 12_000 }),
  broken("much junk before.mp3", MP3, behind(dullNoise(300_000))),
  broken("noise.mp3", NO_EVENTS, replacedBy(noise(300_000))),
  broken("zeros.mp3", NO_EVENTS, replacedBy(new Uint8Array(200_000))),
  broken("an ogg.mp3", OGG, untouched),
  broken("a flac.mp3", FLAC, untouched),
  broken("an mp3.wav", MP3, untouched),
  broken("an m4a.aac", M4A, untouched),
  broken("a wav.flac", WAV, untouched),
  broken("lying Xing.mp3", VBR, withNumber({ behindText: "Xing", at: 8, value: 5_000_000, order: "BE" })),
  broken("modest Xing.mp3", VBR, withNumber({ behindText: "Xing", at: 8, value: 10, order: "BE" })),
  broken("endless tag.mp3", MP3, behind(ENDLESS_TAG)),
  broken("two songs in one.mp3", MP3, twice),
  broken("cut.aac", ADTS, cutTo(0.613)),
  broken("mid packet.aac", ADTS, withoutStart(777)),
  broken("cut without index.m4a", M4A, cutTo(0.6)),
  broken("cut with index.m4a", FAST_M4A, cutTo(0.6)),
  broken("a hole.m4a", M4A, zeroed({ fromShare: 0.4, share: 0.1 })),
  broken("cut.ogg", OGG, cutTo(0.55)),
  broken("last page lost.ogg", OGG, withoutEnd(1000)),
  broken("a hole.ogg", OGG, zeroed({ fromShare: 0.45, share: 0.1 })),
  broken("without its start.ogg", OGG, withoutStart(3000)),
  broken("chained.ogg", OGG, twice),
  broken("cut.opus", OPUS, cutTo(0.7)),
  broken("cut.flac", FLAC, cutTo(0.5)),
  broken("a hole.flac", FLAC, zeroed({ fromShare: 0.5, share: 0.1 })),
  broken("cut.wav", WAV, cutTo(0.5)),
  broken("size too large.wav", WAV, withNumber({ behindText: "data", at: 4, value: 0xfffffff0, order: "LE" })),
  broken("size zero.wav", WAV, withNumber({ behindText: "data", at: 4, value: 0, order: "LE" })),
  broken("header only.wav", WAV, cutTo(0.00002)),
  // last: if it hangs, it holds up whatever stands behind it
  broken("no packets.flac", FLAC, cutTo(0.004)),
];
