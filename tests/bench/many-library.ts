import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runTool } from "#scripts/project.mjs";
import { asId, pick } from "./many-rooms.ts";

/** Track counts by owner. */
export type LibrarySize = {
  readonly own: number;
  /** Tracks of other users in rooms that the user is a member of. */
  readonly shared: number;
  /** Tracks of other users that the user cannot see. */
  readonly others: number;
};

const ROOMS = 4;
const OTHER_USERS = 40;

// Titles consist of a few frequent words and very many rare ones.
const COMMON = [
  ..."the of and in my love you night heart blue time home dream light live river song remix part road".split(" "),
  ..."в на и не я ты ночь любовь мой дом снег свет время дорога песня сердце без про над весна".split(" "),
];
const STEMS = {
  latin: "lo ra ti mer vel san dor kin pa su bri nor che fal ju west har mon el gla ty wen os pre cu".split(" "),
  cyrillic: "ло ра ти мер вел сан дор кин па су бри нор че фал жу вест хар мон эл гла ты вен ос пре ку".split(" "),
};
const RARE_WORDS = 8000;
const capital = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

/** Creates the table of all words, as written and as search keys. */
const VOCABULARY = `
CREATE TABLE bench_words (n INTEGER PRIMARY KEY, text TEXT, word_key TEXT);
INSERT INTO bench_words SELECT key, value ->> 0, value ->> 1
FROM json_each('${JSON.stringify(COMMON.map((common) => [capital(common), common]))}');
INSERT INTO bench_words
WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${RARE_WORDS - 1})
SELECT ${COMMON.length} + i, iif(i % 2 = 0, ${rareWord(STEMS.latin, capital)}, ${rareWord(STEMS.cyrillic, capital)}),
  iif(i % 2 = 0, ${rareWord(STEMS.latin)}, ${rareWord(STEMS.cyrillic)}) FROM n;
`;

/** SQL for a rare word: three stems, in a different combination for each row. */
function rareWord(stems: readonly string[], first = (stem: string) => stem): string {
  const { length } = stems;
  return `${pick("i / 2", stems.map(first))} || ${pick(`i / 2 / ${length}`, stems)} || ${pick(`i / 2 / ${length ** 2}`, stems)}`;
}

/** SQL for a pseudo-random number in [0, 1), the same in every run. */
const random = (seed: number) => `(((i * ${2_654_435 + seed * 7919} + ${seed} * 104729) % 1000003) / 1000003.0)`;
/** SQL for a word. The first words of the table are much more frequent than the last. */
const word = (seed: number, column: string) =>
  `(SELECT ${column} FROM bench_words WHERE n = cast(pow(${random(seed)}, 3) * (SELECT count(*) FROM bench_words) AS INTEGER))`;

/** SQL for several words. Each seed gives a different random word. */
const line = (column: string, seeds: readonly number[]) => seeds.map((seed) => word(seed, column)).join(" || ' ' || ");
const TITLE = [1, 2, 3];
const ARTIST = [4, 5];
const ALBUM = [6, 7];

/** SQL that fills a database with the library of this user and of other users. */
function librarySql(userId: string, { own, shared, others }: LibrarySize): string {
  const other = asId("otherone", `i % ${OTHER_USERS} + 1`);
  const id = asId("libtrack", "i");
  const total = own + shared + others;
  // Shuffles the owners over the creation times.
  const position = `(i * 7919 % ${total})`;
  const isOwn = `${position} < ${own}`;
  const isShared = `${position} BETWEEN ${own} AND ${own + shared - 1}`;
  return `${VOCABULARY}
INSERT INTO users (id, name, username, username_key, email, email_key, avatar, created_at_ms)
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${OTHER_USERS})
SELECT ${asId("otherone", "i")}, 'Other ' || i, 'other_' || i, 'other_' || i, i || '@other', i || '@other', '#3e6fb0', 0 FROM n;
INSERT INTO rooms (id, name, name_key, search_key, url, owner_id, created_at_ms)
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ROOMS})
SELECT ${asId("libroomr", "i")}, 'Library ' || i, 'library ' || i, 'library ' || i || char(10), 'library-' || i, ${asId("otherone", "i")}, 0 FROM n;
INSERT INTO members (room_id, user_id, role, created_at_ms, changed_at_ms) SELECT id, owner_id, 'owner', 0, 0 FROM rooms WHERE url LIKE 'library-%';
INSERT INTO members (room_id, user_id, role, created_at_ms, changed_at_ms) SELECT id, '${userId}', 'participant', 0, 0 FROM rooms WHERE url LIKE 'library-%';
INSERT INTO tracks (id, uploaded_by, title, artist, album, genre, year, duration_ms, size_bytes, format, audio_object, file_name, search_key, created_at_ms)
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${total})
SELECT ${id}, iif(${isOwn}, '${userId}', ${other}), ${line("text", TITLE)}, ${line("text", ARTIST)}, ${line("text", ALBUM)},
  '', 1970 + i % 55, 180000 + i * 1.7, 9000000 + i * 37, 'mp3', ${id}, 'song.mp3',
  ${line("word_key", TITLE)} || char(10) || ${line("word_key", ARTIST)} || char(10) || ${line("word_key", ALBUM)},
  1700000000000 + i * 1000 FROM n;
INSERT OR IGNORE INTO track_words SELECT words.value, tracks.id FROM tracks,
  json_each('["' || replace(replace(search_key, char(10), '","'), ' ', '","') || '"]') AS words;
INSERT INTO room_tracks (room_id, track_id, created_at_ms, listed_at_ms)
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${total})
SELECT ${asId("libroomr", `i % ${ROOMS} + 1`)}, ${id}, 1700000000000 + i * 1000, 0 FROM n WHERE ${isShared};
DROP TABLE bench_words;
`;
}

/** One of the rooms that contain tracks of other users. */
export const SHARED_ROOM_URL = "library-1";

/** Fills the database of a data folder. The tracks have no stored audio. */
export function seedLibrary(data: string, userId: string, size: LibrarySize): void {
  const file = join(mkdtempSync(join(tmpdir(), "tutti-")), "library.sql");
  writeFileSync(file, librarySql(userId, size));
  const args = ["d1", "execute", "DB", "--local", "--persist-to", data, "--file", file, "--yes"];
  const { status, output } = runTool("wrangler", args, { env: { CI: "1" }, capture: true });
  if (status !== 0) throw new Error(output);
}
