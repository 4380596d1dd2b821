import { mono, type Recipe, read, stereo, surround } from "./recipe.ts";

const FFMPEG = 'ffmpeg -y -loglevel error -i "$IN" -map_metadata -1';
const WAV_IN = 'gst-launch-1.0 -q filesrc location="$IN" ! wavparse ! audioconvert';
/** As Apple's encoder: 2112 frames before the music, of which ffmpeg makes 1024, 1304 behind it, and 441,000 of it. */
const ITUNES_GAPLESS = " 00000000 00000840 00000518 000000000006BAA8 00000000 00000000 00000000 00000000";

/** AAC, bare and in MP4. */
export const MP4_RECIPES: readonly Recipe[] = [
  read("radio.aac", stereo(20), `${FFMPEG} -c:a aac -b:a 128k -f adts "$OUT"`, { told: { title: "radio" } }),
  read("Podcast 12.aac", mono(31, 24_000), `${FFMPEG} -c:a aac -b:a 48k -f adts "$OUT"`, {
    tags: { kind: "id3v2.4", title: "Podcast Twelve", artist: "Вера Ланская", year: "2022" },
  }),
  read(
    "visualon.aac",
    stereo(9),
    `${WAV_IN} ! voaacenc bitrate=128000 ! audio/mpeg,stream-format=adts ! filesink location="$OUT"`,
    {
      told: { title: "visualon" },
    },
  ),
  read("Fast Start.m4a", stereo(23), `${FFMPEG} -c:a aac -b:a 160k -movflags +faststart "$OUT"`, {
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
  read(
    "Moov last.m4a",
    stereo(12.34),
    `${FFMPEG} -c:a aac -metadata title="Лодки" -metadata artist="Тихая связь" -metadata album="Причал" -metadata date=2015 "$OUT"`,
  ),
  read("No edit list.m4a", stereo(10), `${FFMPEG} -c:a aac -use_editlist 0 "$OUT"`, {
    tags: { kind: "mp4", title: "No Edit List", artist: ["Oda Lind", "Junko Aldane"] },
  }),
  read("gst.m4a", stereo(14), `${WAV_IN} ! voaacenc bitrate=96000 ! mp4mux ! filesink location="$OUT"`, {
    tags: { kind: "mp4", title: "Another Muxer", artist: "Junko Aldane", picture: "png" },
  }),
  read(
    "Fragments.m4a",
    stereo(15),
    `${FFMPEG} -c:a aac -movflags +frag_keyframe+empty_moov -frag_duration 2000000 -metadata title="In Fragments" "$OUT"`,
  ),
  read("Surround.m4a", surround(8), `${FFMPEG} -c:a aac -b:a 320k "$OUT"`, {
    tags: { kind: "mp4", title: "Surround", artist: "Six Speakers" },
  }),
  read("High rate.m4a", stereo(6, 96_000), `${FFMPEG} -c:a aac -b:a 256k "$OUT"`, { told: { title: "High rate" } }),
  read("Low rate.m4a", mono(19, 8000), `${FFMPEG} -c:a aac -b:a 24k "$OUT"`, { told: { title: "Low rate" } }),
  read(
    "Cut by an app.m4a",
    stereo(20),
    `${FFMPEG} -c:a aac -f mp4 "$OUT.whole" && ffmpeg -y -loglevel error -ss 3.51 -t 11.7 -i "$OUT.whole" -c copy "$OUT" && rm "$OUT.whole"`,
    { told: { title: "Cut by an app" } },
  ),
  read("iTunes.m4a", stereo(10), `${FFMPEG} -af adelay=1088S:all=1,apad=pad_len=1304 -c:a aac -use_editlist 0 "$OUT"`, {
    tags: { kind: "mp4", title: "Bought Long Ago", artist: "Halfway Motel", gapless: ITUNES_GAPLESS },
    playsMs: 10_000,
  }),
  read(
    "Book.m4b",
    mono(36, 22_050),
    `printf ';FFMETADATA1\\ntitle=Книга\\nartist=Чтец\\n[CHAPTER]\\nTIMEBASE=1/1\\nSTART=0\\nEND=18\\ntitle=I\\n[CHAPTER]\\nTIMEBASE=1/1\\nSTART=18\\nEND=36\\ntitle=II\\n' > "$OUT.txt" && ffmpeg -y -loglevel error -i "$IN" -i "$OUT.txt" -map 0:a -map_metadata 1 -c:a aac -b:a 48k -f mp4 "$OUT" && rm "$OUT.txt"`,
  ),
  read("Only sound.mp4", stereo(7), `${FFMPEG} -c:a aac "$OUT"`, { told: { title: "Only sound" } }),
];
