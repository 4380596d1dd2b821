import { mono, type Recipe, stereo, surround, valid } from "./recipe.ts";

const FFMPEG = 'ffmpeg -y -loglevel error -i "$IN" -map_metadata -1 -fflags +bitexact';

/** Vorbis and Opus. */
export const OGG_RECIPES: readonly Recipe[] = [
  valid(
    "Паруса.ogg",
    stereo(22),
    'oggenc -Q -s 1 -q 5 -t "Паруса" -a "Вера Ланская" -l "Депо" -G "Инди" -d 2012-09-30 -o "$OUT" "$IN"',
  ),
  valid("Managed.ogg", mono(17, 22_050), 'oggenc -Q -s 2 --managed -b 48 -o "$OUT" "$IN"', {
    tags: { kind: "comments", title: "Managed", artist: "Junko Aldane", picture: "png" },
  }),
  valid("Duo.ogg", stereo(12, 48_000), `${FFMPEG} -c:a libvorbis -q:a 3 "$OUT"`, {
    tags: { kind: "comments", title: "Duo", artist: ["Oda Lind", "Nuno Reyes"], album: "Duets", genre: "Folk", year: "1994" },
  }),
  valid("Six.ogg", surround(6), 'oggenc -Q -s 3 -q 2 -o "$OUT" "$IN"', { expectedTags: { title: "Six" } }),
  valid("Native.ogg", stereo(9), `${FFMPEG} -c:a vorbis -strict -2 "$OUT"`, {
    tags: { kind: "comments", title: "Another Encoder", artist: "Лёд" },
  }),
  valid("sox.ogg", stereo(7.7), 'sox "$IN" -C 4 --comment "Title=Soxed Again" "$OUT"'),
  valid(
    "gst.ogg",
    stereo(11),
    'gst-launch-1.0 -q filesrc location="$IN" ! wavparse ! audioconvert ! vorbisenc ! oggmux ! filesink location="$OUT"',
    { tags: { kind: "comments", title: "Muxed", artist: "Junko Aldane", year: "2021-12" } },
  ),
  valid("low.ogg", mono(25, 8000), 'oggenc -Q -s 4 -q 0 -o "$OUT" "$IN"', { expectedTags: { title: "low" } }),
  valid(
    "Opus One.opus",
    stereo(28),
    'opusenc --quiet --serial 1 --bitrate 96 --title "Opus One" --artist "Oda & the Ferrymen" --album "Harbour Tapes" --date 2018 --genre Ambient --picture "$JPEG" "$IN" "$OUT"',
  ),
  valid(
    "voice.opus",
    mono(38, 16_000),
    'opusenc --quiet --serial 2 --bitrate 16 --framesize 60 --speech --title "Голос" "$IN" "$OUT"',
  ),
  valid("By ffmpeg.ogg", stereo(10, 48_000), `${FFMPEG} -c:a libopus -b:a 64k "$OUT"`, {
    tags: { kind: "comments", title: "Мост", artist: "Северный пирс", album: "Туман", year: "2023" },
  }),
  valid("Opus six.opus", surround(5), `${FFMPEG} -c:a libopus -b:a 256k "$OUT"`, { expectedTags: { title: "Opus six" } }),
];
