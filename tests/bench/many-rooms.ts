import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runTool } from "#scripts/project.mjs";

const OWNERS = 200;
/** SQL for an id: replaces the digits that ids do not contain by letters. */
export const asId = (prefix: string, expression: string) =>
  `replace(replace(replace(replace('${prefix}' || printf('%08d', ${expression}), '0', 'a'), '1', 'b'), '8', 'c'), '9', 'd')`;
/** SQL that picks one of the words. */
export const pick = (expression: string, words: readonly string[]) =>
  `json_extract('${JSON.stringify(words)}', '$[' || ((${expression}) % ${words.length}) || ']')`;

const FIRST = ["kitchen", "ночной эфир", "rooftop", "пластинки", "tape loop", "маяк", "synth", "утро"];
const SECOND = ["after midnight", "деда", "rehearsal", "на троих", "exchange", "без слов", "meetup", "сессия"];
const TEXTS = [
  "",
  "slow tempos, low volume",
  "каждую пятницу с 23:00",
  "one new album a week",
  "оцифрованный винил из деревни",
];

/** Inserts rooms into the database of a data folder. Of a hundred rooms, five have people in them and two are hidden. */
export function seedRooms(data: string, count: number): void {
  const name = `${pick("i", FIRST)} || ' ' || ${pick("i / 8", SECOND)} || ' ' || i`;
  const text = pick("i / 3", TEXTS);
  const sql = `
INSERT INTO users (id, name, username, username_key, email, email_key, avatar, created_at_ms)
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${OWNERS})
SELECT ${asId("ownerown", "i")}, 'Owner ' || i, 'owner_' || i, 'owner_' || i, i || '@bench', i || '@bench', '#3e6fb0', 0 FROM n;
INSERT INTO rooms (id, name, name_key, search_key, description, url, visibility, owner_id, created_at_ms, active_users, presence_updated_at_ms)
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
SELECT ${asId("roomroom", "i")}, ${name}, ${name}, ${name} || char(10) || ${text} || char(10) || 'owner ' || (i % ${OWNERS} + 1), ${text},
  'bench-' || i, iif(i % 50 = 7, 'hidden', 'public'), ${asId("ownerown", `i % ${OWNERS} + 1`)}, 1700000000000 + (i * 7919 % 1000003) * 1000,
  iif(i % 20 = 3, i % 41 + 1, 0), unixepoch() * 1000 FROM n;
INSERT INTO members (room_id, user_id, role, created_at_ms, changed_at_ms) SELECT id, owner_id, 'owner', created_at_ms, created_at_ms FROM rooms WHERE url LIKE 'bench-%';
`;
  const file = join(mkdtempSync(join(tmpdir(), "tutti-")), "rooms.sql");
  writeFileSync(file, sql);
  const args = ["d1", "execute", "DB", "--local", "--persist-to", data, "--file", file, "--yes"];
  const { status, output } = runTool("wrangler", args, { env: { CI: "1" }, capture: true });
  if (status !== 0) throw new Error(output);
}
