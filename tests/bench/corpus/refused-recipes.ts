import { mono, type Recipe, refused, stereo } from "./recipe.ts";

const FFMPEG = 'ffmpeg -y -loglevel error -i "$IN"';
const FILM = `${FFMPEG} -f lavfi -i testsrc=s=64x48:d=5 -c:v libx264 -c:a aac -shortest -f mp4 "$OUT"`;

/** Valid files that browsers do not play. Each is refused with a specific error. */
export const REFUSED_RECIPES: readonly Recipe[] = [
  refused("Layer two.mp3", stereo(6), { command: 'twolame --quiet -b 192 "$IN" "$OUT"', code: "not-audio" }),
  refused("Broadcast.mp2", stereo(6, 48_000), { command: `${FFMPEG} -c:a mp2 "$OUT"`, code: "not-audio" }),
  refused("Apple lossless.m4a", stereo(5), { command: `${FFMPEG} -c:a alac "$OUT"`, code: "codec-unsupported" }),
  refused("Opus inside.m4a", stereo(5, 48_000), {
    command: `${FFMPEG} -c:a libopus -strict -2 -f mp4 "$OUT"`,
    code: "codec-unsupported",
  }),
  refused("FLAC inside.mp4", stereo(5), { command: `${FFMPEG} -c:a flac -strict -2 "$OUT"`, code: "codec-unsupported" }),
  refused("Ogg FLAC.oga", stereo(5), { command: 'flac -s -f --ogg -o "$OUT" "$IN"', code: "codec-unsupported" }),
  refused("Speex.ogg", mono(5, 16_000), { command: `${FFMPEG} -c:a libspeex "$OUT"`, code: "codec-unsupported" }),
  refused("Adpcm.wav", stereo(5), { command: `${FFMPEG} -c:a adpcm_ima_wav "$OUT"`, code: "codec-unsupported" }),
  refused("MP3 inside.wav", stereo(5), { command: `${FFMPEG} -c:a libmp3lame "$OUT"`, code: "codec-unsupported" }),
  refused("Sony.w64", stereo(5), { command: `${FFMPEG} -f w64 "$OUT"`, code: "not-audio" }),
  refused("W64 inside.wav", stereo(5), { command: `${FFMPEG} -f w64 "$OUT"`, code: "not-audio" }),
  refused("Apple.aiff", stereo(5), { command: `${FFMPEG} "$OUT"`, code: "not-audio" }),
  refused("Next.au", stereo(5), { command: `${FFMPEG} "$OUT"`, code: "not-audio" }),
  refused("Core.caf", stereo(5), { command: `${FFMPEG} "$OUT"`, code: "not-audio" }),
  refused("Packed.wv", stereo(5), { command: 'wavpack -q -y "$IN" -o "$OUT"', code: "not-audio" }),
  refused("Windows.wma", stereo(5), { command: `${FFMPEG} -c:a wmav2 "$OUT"`, code: "not-audio" }),
  refused("Dolby.ac3", stereo(5, 48_000), { command: `${FFMPEG} "$OUT"`, code: "not-audio" }),
  refused("Web.weba", stereo(5, 48_000), { command: `${FFMPEG} -c:a libopus -f webm "$OUT"`, code: "not-audio" }),
  refused("film.mp4", stereo(5), { command: FILM, code: "not-audio" }),
  refused("film.mp3", stereo(4), { command: FILM, code: "not-audio" }),
];
