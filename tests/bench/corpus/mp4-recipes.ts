import { mono, type Recipe, stereo, surround, valid } from "./recipe.ts";

const FFMPEG = 'ffmpeg -y -loglevel error -i "$IN" -map_metadata -1';
const WAV_IN = 'gst-launch-1.0 -q filesrc location="$IN" ! wavparse ! audioconvert';
/** Apple's encoder: 2112 frames of padding before 441,000 frames of music, and 1304 after. ffmpeg adds 1024 of the 2112. */
const ITUNES_GAPLESS = " 00000000 00000840 00000518 000000000006BAA8 00000000 00000000 00000000 00000000";

/** AAC in ADTS and in MP4. */
export const MP4_RECIPES: readonly Recipe[] = [
  valid("radio.aac", stereo(20), `${FFMPEG} -c:a aac -b:a 128k -f adts "$OUT"`, { expectedTags: { title: "radio" } }),
  valid("Podcast 12.aac", mono(31, 24_000), `${FFMPEG} -c:a aac -b:a 48k -f adts "$OUT"`, {
    tags: { kind: "id3v2.4", title: "Podcast Twelve", artist: "Вера Ланская", year: "2022" },
  }),
  valid(
    "visualon.aac",
    stereo(9),
    `${WAV_IN} ! voaacenc bitrate=128000 ! audio/mpeg,stream-format=adts ! filesink location="$OUT"`,
    {
      expectedTags: { title: "visualon" },
    },
  ),
  valid("Fast Start.m4a", stereo(23), `${FFMPEG} -c:a aac -b:a 160k -movflags +faststart "$OUT"`, {
    tags: {
      kind: "mp4",
      title: "Fast Start",
      artist: "Nuno Reyes Quartet",
      album: "Alfama Sessions",
      genre: "Fado",
      year: "2004-05-01",
      picture: "jpeg",
    },
  }),
  valid(
    "Moov last.m4a",
    stereo(12.34),
    `${FFMPEG} -c:a aac -metadata title="Лодки" -metadata artist="Тихая связь" -metadata album="Причал" -metadata date=2015 "$OUT"`,
  ),
  valid("No edit list.m4a", stereo(10), `${FFMPEG} -c:a aac -use_editlist 0 "$OUT"`, {
    tags: { kind: "mp4", title: "No Edit List", artist: ["Oda Lind", "Junko Aldane"] },
  }),
  valid("gst.m4a", stereo(14), `${WAV_IN} ! voaacenc bitrate=96000 ! mp4mux ! filesink location="$OUT"`, {
    tags: { kind: "mp4", title: "Another Muxer", artist: "Junko Aldane", picture: "png" },
  }),
  valid(
    "Fragments.m4a",
    stereo(15),
    `${FFMPEG} -c:a aac -movflags +frag_keyframe+empty_moov -frag_duration 2000000 -metadata title="In Fragments" "$OUT"`,
  ),
  valid("Surround.m4a", surround(8), `${FFMPEG} -c:a aac -b:a 320k "$OUT"`, {
    tags: { kind: "mp4", title: "Surround", artist: "Six Speakers" },
  }),
  valid("High rate.m4a", stereo(6, 96_000), `${FFMPEG} -c:a aac -b:a 256k "$OUT"`, { expectedTags: { title: "High rate" } }),
  valid("Low rate.m4a", mono(19, 8000), `${FFMPEG} -c:a aac -b:a 24k "$OUT"`, { expectedTags: { title: "Low rate" } }),
  valid(
    "Cut by an app.m4a",
    stereo(20),
    `${FFMPEG} -c:a aac -f mp4 "$OUT.whole" && ffmpeg -y -loglevel error -ss 3.51 -t 11.7 -i "$OUT.whole" -c copy "$OUT" && rm "$OUT.whole"`,
    { expectedTags: { title: "Cut by an app" } },
  ),
  valid("iTunes.m4a", stereo(10), `${FFMPEG} -af adelay=1088S:all=1,apad=pad_len=1304 -c:a aac -use_editlist 0 "$OUT"`, {
    tags: { kind: "mp4", title: "Bought Long Ago", artist: "Halfway Motel", gapless: ITUNES_GAPLESS },
    expectedMs: 10_000,
  }),
  valid(
    "Book.m4b",
    mono(36, 22_050),
    `printf ';FFMETADATA1\\ntitle=Книга\\nartist=Чтец\\n[CHAPTER]\\nTIMEBASE=1/1\\nSTART=0\\nEND=18\\ntitle=I\\n[CHAPTER]\\nTIMEBASE=1/1\\nSTART=18\\nEND=36\\ntitle=II\\n' > "$OUT.txt" && ffmpeg -y -loglevel error -i "$IN" -i "$OUT.txt" -map 0:a -map_metadata 1 -c:a aac -b:a 48k -f mp4 "$OUT" && rm "$OUT.txt"`,
  ),
  valid("Only sound.mp4", stereo(7), `${FFMPEG} -c:a aac "$OUT"`, { expectedTags: { title: "Only sound" } }),
];
