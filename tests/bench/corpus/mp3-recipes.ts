import { withVbri } from "./damage.ts";
import { mono, type Recipe, stereo, valid } from "./recipe.ts";

const LAME = 'lame --quiet "$IN" "$OUT"';
const FFMPEG = 'ffmpeg -y -loglevel error -i "$IN" -c:a libmp3lame';
/** The tagger writes the tags instead of ffmpeg. */
const NO_TAGS = "-map_metadata -1 -id3v2_version 0 -write_id3v1 0";

/** Longer than the app stores. */
export const LONG_TITLE = `${"Очень длинное название ".repeat(10)}конец`;

/** MP3 of all common encoders, with every kind of tag. */
export const MP3_RECIPES: readonly Recipe[] = [
  valid(
    "01 Copper Kettle.mp3",
    stereo(21),
    `${LAME} -b 128 --tt "Copper Kettle" --ta "Halfway Motel" --tl "Harbour Tapes" --ty 2004 --tg Rock --add-id3v2`,
  ),
  valid("Salt Stairs.mp3", stereo(33.3), `${LAME} -V 2`, {
    tags: {
      kind: "id3v2.4",
      title: "Salt Stairs",
      artist: "Nuno Reyes Quartet",
      album: "Alfama Sessions",
      genre: "Jazz",
      year: "2004-05-01",
      picture: "jpeg",
    },
  }),
  valid("lowlight.mp3", stereo(12.5), `${LAME} --abr 160`, {
    tags: { kind: "id3v2.3", charset: "latin1", title: "Café à Ærø", artist: "Søren Ågård", album: "Élan", year: "1987" },
  }),
  valid("Paper Boats - Harbour Song.mp3", stereo(9), `${LAME} -t -b 192`, {
    expectedTags: { artist: "Paper Boats", title: "Harbour Song" },
  }),
  valid("Joint 320.mp3", stereo(7, 48_000), `${LAME} -m j -b 320`, {
    tags: { kind: "id3v2.3", charset: "utf16", title: "Вечерний свет", artist: "Северный пирс", genre: "(17)", picture: "png" },
  }),
  valid("dictaphone_0007.mp3", mono(18, 8000), `${LAME} -b 16`, { expectedTags: { title: "dictaphone 0007" } }),
  valid("Half Rate.mp3", mono(14, 22_050), `${FFMPEG} ${NO_TAGS} -b:a 64k "$OUT"`, {
    tags: { kind: "id3v2.3", charset: "utf16", title: "Ночной трамвай", artist: "Вера Ланская", album: "Депо", year: "2011" },
  }),
  valid(
    "Variable.mp3",
    stereo(26),
    `${FFMPEG} -q:a 4 -metadata title="Снег на проводах" -metadata artist="Тихая связь" -metadata date=2019 -metadata genre=Эмбиент "$OUT"`,
  ),
  valid("Average.mp3", stereo(11, 48_000), `${FFMPEG} ${NO_TAGS} -abr 1 -b:a 128k "$OUT"`, {
    tags: { kind: "id3v2.4", title: "Average", artist: ["Oda Lind", "Nuno Reyes"], year: "2011-03-04T05:06:07" },
  }),
  valid("Без заголовка.mp3", stereo(8), `${FFMPEG} ${NO_TAGS} -write_xing 0 -b:a 128k "$OUT"`, {
    tags: {
      kind: "id3v1",
      charset: "cp1251",
      title: "Дорога домой",
      artist: "Группа «Маяк»",
      album: "Лучшее",
      genre: "Rock",
      year: "1998",
    },
    expectedTags: { title: "Дорога домой", artist: "Группа «Маяк»", album: "Лучшее" },
  }),
  valid("Shine.mp3", stereo(10), `ffmpeg -y -loglevel error -i "$IN" -c:a libshine ${NO_TAGS} -b:a 128k "$OUT"`, {
    tags: { kind: "id3v2.2", title: "Трамвай № 7", artist: "Oda & the Ferrymen", album: "Demos, Side B", year: "2003" },
  }),
  valid("soxed.mp3", stereo(6), 'sox "$IN" -C 128.2 "$OUT"', {
    tags: { kind: "id3v2.3", charset: "utf16", title: "Soxed", artist: "Junko Aldane" },
  }),
  valid(
    "gst.mp3",
    stereo(13),
    'gst-launch-1.0 -q filesrc location="$IN" ! wavparse ! audioconvert ! lamemp3enc target=bitrate bitrate=160 cbr=true ! filesink location="$OUT"',
    { tags: { kind: "id3v2.4", title: "Pipeline", artist: "Junko Aldane", year: "2020" } },
  ),
  {
    ...valid("Fraunhofer.mp3", stereo(10.4), `${LAME} -t -b 128`, { expectedTags: { title: "Fraunhofer" } }),
    damage: withVbri,
  },
  valid("Отпуск.mp3", stereo(16), `${LAME} -V 5`, {
    tags: {
      kind: "id3v2.3",
      charset: "cp1251",
      title: "Последнее лето у моря",
      artist: "Вера Ланская",
      album: "Солёный ветер",
      genre: "Поп",
      year: "2002",
      picture: "jpeg",
    },
    expectedTags: { title: "Последнее лето у моря", artist: "Вера Ланская", album: "Солёный ветер", genre: "Поп" },
  }),
  valid("koi.mp3", stereo(5), `${LAME} -b 96`, {
    tags: { kind: "id3v2.3", charset: "koi8-r", title: "Письма из деревни", artist: "Северный пирс", album: "Черновики" },
    expectedTags: { title: "Письма из деревни", artist: "Северный пирс", album: "Черновики" },
  }),
  valid("Ape.mp3", stereo(15), `${LAME} -V 4`, {
    tags: { kind: "apev2", title: "Тихая вода", artist: "Ape Writers", album: "Side B", genre: "Folk", year: "2006" },
  }),
  valid("Gain.mp3", stereo(17), `${LAME} -V 4 --tt "Levelled" --ta "Gainers" --ty 1999 && mp3gain -q -r "$OUT" > /dev/null`),
  valid("Two of them.mp3", stereo(6.5), `${LAME} -b 128`, {
    tags: { kind: "id3v2.3", charset: "latin1", title: "Two of Them", artist: ["Oda Lind", "Nuno Reyes"], album: "Duets" },
  }),
  valid("ACDC.mp3", stereo(5.5), `${LAME} -b 128`, {
    tags: { kind: "id3v2.3", charset: "latin1", title: "Slash in a Name", artist: "AC/DC", genre: "Hard Rock" },
  }),
  valid("Long words.mp3", mono(4), `${LAME} -b 64`, {
    tags: { kind: "id3v2.4", title: LONG_TITLE, artist: "日本の歌手", album: "🎵 Emoji" },
  }),
];
