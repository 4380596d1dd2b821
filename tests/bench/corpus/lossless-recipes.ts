import { mono, type Recipe, type Sound, stereo, surround, valid } from "./recipe.ts";

const FFMPEG = 'ffmpeg -y -loglevel error -i "$IN" -map_metadata -1 -fflags +bitexact';
const as24Bit = (sound: Sound): Sound => ({ ...sound, bits: 24 });

/** FLAC and variants of WAV. */
export const LOSSLESS_RECIPES: readonly Recipe[] = [
  valid(
    "03. Courtyards.flac",
    stereo(19),
    'flac -s -f -8 -T "TITLE=Courtyards" -T "ARTIST=Halfway Motel" -T "ALBUM=Courtyards" -T "DATE=2004-05-01" -T "GENRE=Folk" --picture "$JPEG" -o "$OUT" "$IN"',
  ),
  valid("plain.flac", mono(13, 32_000), 'flac -s -f -0 --no-padding --no-seektable -o "$OUT" "$IN"', {
    expectedTags: { title: "plain" },
  }),
  valid("Studio.flac", as24Bit(stereo(8, 96_000)), `${FFMPEG} -c:a flac "$OUT"`, {
    tags: { kind: "comments", title: "Студия", artist: ["Вера Ланская", "Тихая связь"], year: "2024", picture: "png" },
  }),
  valid("Piped.flac", stereo(10), `${FFMPEG} -c:a flac -f flac - | cat > "$OUT"`, { expectedTags: { title: "Piped" } }),
  valid("Tagged twice.flac", stereo(6), 'flac -s -f -5 -o "$OUT" "$IN"', {
    tags: { kind: "id3v2.3", charset: "utf16", title: "Tagged Twice", artist: "Oda Lind" },
  }),
  valid("Six.flac", as24Bit(surround(5)), 'flac -s -f -5 -T "TITLE=Six Channels" -o "$OUT" "$IN"'),
  valid(
    "gst.flac",
    mono(27, 8000),
    'gst-launch-1.0 -q filesrc location="$IN" ! wavparse ! audioconvert ! flacenc ! filesink location="$OUT"',
    { tags: { kind: "comments", title: "Восемь килогерц", artist: "Лёд" } },
  ),
  valid("sox.wav", stereo(5), 'sox "$IN" "$OUT"', { expectedTags: { title: "sox" } }),
  valid("Eight bits.wav", mono(9, 11_025), `${FFMPEG} -c:a pcm_u8 "$OUT"`, { expectedTags: { title: "Eight bits" } }),
  valid("Extensible.wav", as24Bit(stereo(4, 96_000)), 'sox "$IN" -b 24 "$OUT"', { expectedTags: { title: "Extensible" } }),
  valid("Thirty two.wav", stereo(4), `${FFMPEG} -c:a pcm_s32le "$OUT"`, { expectedTags: { title: "Thirty two" } }),
  valid("Float.wav", stereo(4, 48_000), `${FFMPEG} -c:a pcm_f32le "$OUT"`, { expectedTags: { title: "Float" } }),
  valid("Double.wav", stereo(3), `${FFMPEG} -c:a pcm_f64le "$OUT"`, { expectedTags: { title: "Double" } }),
  valid("Cinema.wav", as24Bit(surround(4)), `${FFMPEG} -c:a pcm_s24le "$OUT"`, { expectedTags: { title: "Cinema" } }),
  valid("RF64.wav", stereo(5), `${FFMPEG} -c:a pcm_s16le -rf64 always "$OUT"`, { expectedTags: { title: "RF64" } }),
  valid(
    "Info.wav",
    stereo(6),
    `${FFMPEG} -c:a pcm_s16le -metadata title="Listed" -metadata artist="Info Chunk" -metadata date=2008 -metadata genre=Test "$OUT"`,
    { expectedTags: { title: "Listed", artist: "Info Chunk", genre: "Test", year: "2008" } },
  ),
  valid("Chunk.wav", stereo(7), 'sox "$IN" "$OUT"', {
    tags: { kind: "id3-in-wav", title: "Внутри WAV", artist: "Лёд", album: "Куски", year: "2017", picture: "jpeg" },
  }),
  valid("telephone.wav", mono(12, 8000), `${FFMPEG} -c:a pcm_mulaw "$OUT"`, { expectedTags: { title: "telephone" } }),
  valid("alaw.wav", mono(8, 8000), 'sox "$IN" -e a-law "$OUT"', { expectedTags: { title: "alaw" } }),
  valid(
    "gst.wav",
    stereo(5.25),
    'gst-launch-1.0 -q filesrc location="$IN" ! wavparse ! audioconvert ! wavenc ! filesink location="$OUT"',
    { expectedTags: { title: "gst" } },
  ),
];
