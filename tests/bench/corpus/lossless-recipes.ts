import { mono, type Recipe, read, type Sound, stereo, surround } from "./recipe.ts";

const FFMPEG = 'ffmpeg -y -loglevel error -i "$IN" -map_metadata -1 -fflags +bitexact';
const fine = (sound: Sound): Sound => ({ ...sound, bits: 24 });

/** FLAC and the many kinds of WAV. */
export const LOSSLESS_RECIPES: readonly Recipe[] = [
  read(
    "03. Courtyards.flac",
    stereo(19),
    'flac -s -f -8 -T "TITLE=Courtyards" -T "ARTIST=Halfway Motel" -T "ALBUM=Courtyards" -T "DATE=2004-05-01" -T "GENRE=Folk" --picture "$JPEG" -o "$OUT" "$IN"',
  ),
  read("plain.flac", mono(13, 32_000), 'flac -s -f -0 --no-padding --no-seektable -o "$OUT" "$IN"', {
    told: { title: "plain" },
  }),
  read("Studio.flac", fine(stereo(8, 96_000)), `${FFMPEG} -c:a flac "$OUT"`, {
    tags: { kind: "comments", title: "Студия", artist: ["Вера Ланская", "Тихая связь"], year: "2024", picture: "png" },
  }),
  read("Piped.flac", stereo(10), `${FFMPEG} -c:a flac -f flac - | cat > "$OUT"`, { told: { title: "Piped" } }),
  read("Tagged twice.flac", stereo(6), 'flac -s -f -5 -o "$OUT" "$IN"', {
    tags: { kind: "id3v2.3", charset: "utf16", title: "Tagged Twice", artist: "Oda Lind" },
  }),
  read("Six.flac", fine(surround(5)), 'flac -s -f -5 -T "TITLE=Six Channels" -o "$OUT" "$IN"'),
  read(
    "gst.flac",
    mono(27, 8000),
    'gst-launch-1.0 -q filesrc location="$IN" ! wavparse ! audioconvert ! flacenc ! filesink location="$OUT"',
    { tags: { kind: "comments", title: "Восемь килогерц", artist: "Лёд" } },
  ),
  read("sox.wav", stereo(5), 'sox "$IN" "$OUT"', { told: { title: "sox" } }),
  read("Eight bits.wav", mono(9, 11_025), `${FFMPEG} -c:a pcm_u8 "$OUT"`, { told: { title: "Eight bits" } }),
  read("Extensible.wav", fine(stereo(4, 96_000)), 'sox "$IN" -b 24 "$OUT"', { told: { title: "Extensible" } }),
  read("Thirty two.wav", stereo(4), `${FFMPEG} -c:a pcm_s32le "$OUT"`, { told: { title: "Thirty two" } }),
  read("Float.wav", stereo(4, 48_000), `${FFMPEG} -c:a pcm_f32le "$OUT"`, { told: { title: "Float" } }),
  read("Double.wav", stereo(3), `${FFMPEG} -c:a pcm_f64le "$OUT"`, { told: { title: "Double" } }),
  read("Cinema.wav", fine(surround(4)), `${FFMPEG} -c:a pcm_s24le "$OUT"`, { told: { title: "Cinema" } }),
  read("RF64.wav", stereo(5), `${FFMPEG} -c:a pcm_s16le -rf64 always "$OUT"`, { told: { title: "RF64" } }),
  read(
    "Info.wav",
    stereo(6),
    `${FFMPEG} -c:a pcm_s16le -metadata title="Listed" -metadata artist="Info Chunk" -metadata date=2008 -metadata genre=Test "$OUT"`,
    { told: { title: "Listed", artist: "Info Chunk", genre: "Test", year: "2008" } },
  ),
  read("Chunk.wav", stereo(7), 'sox "$IN" "$OUT"', {
    tags: { kind: "id3-in-wav", title: "Внутри WAV", artist: "Лёд", album: "Куски", year: "2017", picture: "jpeg" },
  }),
  read("telephone.wav", mono(12, 8000), `${FFMPEG} -c:a pcm_mulaw "$OUT"`, { told: { title: "telephone" } }),
  read("alaw.wav", mono(8, 8000), 'sox "$IN" -e a-law "$OUT"', { told: { title: "alaw" } }),
  read(
    "gst.wav",
    stereo(5.25),
    'gst-launch-1.0 -q filesrc location="$IN" ! wavparse ! audioconvert ! wavenc ! filesink location="$OUT"',
    { told: { title: "gst" } },
  ),
];
