import { count, isNull, sum } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { rooms, users } from "#db/schema/rooms.ts";
import { audio, uploads } from "#db/schema/tracks.ts";

/** Numbers of everything that is stored. */
export type Statistics = {
  readonly rooms: number;
  /** Signed-in people and guests' devices in rooms. */
  readonly present: number;
  readonly users: number;
  readonly audioFiles: number;
  readonly audioBytes: number;
  readonly openUploads: number;
};

export async function readStatistics(db: Db): Promise<Statistics> {
  const [room, user, file, upload] = await Promise.all([
    db
      .select({ n: count(), present: sum(rooms.activeUsers) })
      .from(rooms)
      .get(),
    db.select({ n: count() }).from(users).where(isNull(users.deletedAtMs)).get(),
    db
      .select({ n: count(), bytes: sum(audio.sizeBytes) })
      .from(audio)
      .get(),
    db.select({ n: count() }).from(uploads).get(),
  ]);
  return {
    rooms: room?.n ?? 0,
    present: Number(room?.present ?? 0),
    users: user?.n ?? 0,
    audioFiles: file?.n ?? 0,
    audioBytes: Number(file?.bytes ?? 0),
    openUploads: upload?.n ?? 0,
  };
}
