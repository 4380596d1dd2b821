import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runTool } from "#scripts/project.mjs";
import { asId, pick } from "./many-rooms.ts";

const ARTISTS = ["Oda & the Ferrymen", "Вера Ланская", "Nuno Reyes Quartet", "Северный пирс", "Halfway Motel", "Junko Aldane"];
const ALBUMS = ["Harbour Tapes", "Депо", "Alfama Sessions", "Тихая связь", "Demos, Side B", "Courtyards"];
const FIRST = ["Copper Kettle", "Ночной трамвай", "Salt Stairs", "Снег на проводах", "Lowlight", "Paper Boats"];
const SECOND = ["(Live)", "в четыре часа", "Part Two", "и обратно", "Reprise", "Early Version"];

/** The id that the SQL below generates for this track number. */
export function toTrackId(i: number): string {
  const digits: Readonly<Record<string, string>> = { "0": "a", "1": "b", "8": "c", "9": "d" };
  return `songsong${String(i)
    .padStart(8, "0")
    .replace(/[0189]/g, (digit) => digits[digit] ?? digit)}`;
}

/** Inserts tracks of this user into the database of a data folder. The tracks have no stored audio. */
export function seedTracks(data: string, uploadedBy: string, count: number): void {
  const id = asId("songsong", "i");
  const title = `${pick("i", FIRST)} || ' ' || ${pick("i / 6", SECOND)} || ' ' || i`;
  const [artist, album] = [
    `${pick("i / 36", ARTISTS)} || ' ' || (i / 40 % 200)`,
    `${pick("i / 12", ALBUMS)} || ' ' || (i / 12 % 300)`,
  ];
  const sql = `
INSERT INTO tracks (id, uploaded_by, title, artist, album, genre, year, duration_ms, size_bytes, format, audio_object, cover_object,
  hue, loudness_lufs, true_peak_db, file_name, search_key, created_at_ms)
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
SELECT ${id}, '${uploadedBy}', ${title}, ${artist}, ${album}, 'Ambient', 1970 + i % 55, 180000 + i * 17.123, 9000000 + i * 37, 'mp3',
  ${id}, NULL, i % 360, -9 - (i % 70) / 10.0, -0.1 * (i % 20), 'song.mp3',
  lower(${title}) || char(10) || lower(${artist}) || char(10) || lower(${album}), 1700000000000 + i * 4321 FROM n;
`;
  const file = join(mkdtempSync(join(tmpdir(), "tutti-")), "tracks.sql");
  writeFileSync(file, sql);
  const args = ["d1", "execute", "DB", "--local", "--persist-to", data, "--file", file, "--yes"];
  const { status, output } = runTool("wrangler", args, { env: { CI: "1" }, capture: true });
  if (status !== 0) throw new Error(output);
}
