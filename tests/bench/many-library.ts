import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runTool } from "#scripts/project.mjs";
import { asId, pick } from "./many-rooms.ts";

/** How many tracks are whose. */
export type LibrarySize = {
  readonly own: number;
  /** In rooms of others, of which the person is a member. */
  readonly held: number;
  readonly strangers: number;
};

const ROOMS = 4;
const OTHERS = 40;

// titles are made of words: a few that stand everywhere, and very many that are rare
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

/** All words: as they stand in a title, and folded. */
const VOCABULARY = `
CREATE TABLE bench_words (n INTEGER PRIMARY KEY, text TEXT, fold TEXT);
INSERT INTO bench_words SELECT key, value ->> 0, value ->> 1
FROM json_each('${JSON.stringify(COMMON.map((common) => [capital(common), common]))}');
INSERT INTO bench_words
WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${RARE_WORDS - 1})
SELECT ${COMMON.length} + i, iif(i % 2 = 0, ${rare(STEMS.latin, capital)}, ${rare(STEMS.cyrillic, capital)}),
  iif(i % 2 = 0, ${rare(STEMS.latin)}, ${rare(STEMS.cyrillic)}) FROM n;
`;

/** Three stems, each time others: SQL counts them through. */
function rare(stems: readonly string[], first = (stem: string) => stem): string {
  const { length } = stems;
  return `${pick("i / 2", stems.map(first))} || ${pick(`i / 2 / ${length}`, stems)} || ${pick(`i / 2 / ${length ** 2}`, stems)}`;
}

/** A number between 0 and 1 that looks like chance, the same in every run. */
const chance = (turn: number) => `(((i * ${2_654_435 + turn * 7919} + ${turn} * 104729) % 1000003) / 1000003.0)`;
/** Of words, the first far more often than the last. */
const word = (turn: number, column: string) =>
  `(SELECT ${column} FROM bench_words WHERE n = cast(pow(${chance(turn)}, 3) * (SELECT count(*) FROM bench_words) AS INTEGER))`;

/** What is in a title, an artist and an album: turns of chance. */
const line = (column: string, turns: readonly number[]) => turns.map((turn) => word(turn, column)).join(" || ' ' || ");
const TITLE = [1, 2, 3];
const ARTIST = [4, 5];
const ALBUM = [6, 7];

/** SQL that fills a database with libraries: the person's, of `userId`, and all others'. */
export function librarySql(userId: string, { own, held, strangers }: LibrarySize): string {
  const other = asId("otherone", `i % ${OTHERS} + 1`);
  const id = asId("libtrack", "i");
  const total = own + held + strangers;
  // all bring their tracks in the same years
  const lot = `(i * 7919 % ${total})`;
  const isOwn = `${lot} < ${own}`;
  const isHeld = `${lot} BETWEEN ${own} AND ${own + held - 1}`;
  return `${VOCABULARY}
INSERT INTO users (id, name, username, username_key, email, email_key, avatar, created_at_ms)
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${OTHERS})
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
  ${line("fold", TITLE)} || char(10) || ${line("fold", ARTIST)} || char(10) || ${line("fold", ALBUM)},
  1700000000000 + i * 1000 FROM n;
INSERT OR IGNORE INTO track_words SELECT words.value, tracks.id FROM tracks,
  json_each('["' || replace(replace(search_key, char(10), '","'), ' ', '","') || '"]') AS words;
INSERT INTO room_tracks (room_id, track_id, created_at_ms, listed_at_ms)
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${total})
SELECT ${asId("libroomr", `i % ${ROOMS} + 1`)}, ${id}, 1700000000000 + i * 1000, 0 FROM n WHERE ${isHeld};
DROP TABLE bench_words;
`;
}

/** One of the rooms that hold tracks of others. */
export const HELD_ROOM_URL = "library-1";

/** Fills the database of a data folder. The tracks have no bytes. */
export function seedLibrary(data: string, userId: string, size: LibrarySize): void {
  const file = join(mkdtempSync(join(tmpdir(), "tutti-")), "library.sql");
  writeFileSync(file, librarySql(userId, size));
  const args = ["d1", "execute", "DB", "--local", "--persist-to", data, "--file", file, "--yes"];
  const { status, output } = runTool("wrangler", args, { env: { CI: "1" }, capture: true });
  if (status !== 0) throw new Error(output);
}
