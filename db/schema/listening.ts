import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { RoomId } from "#app/domain/ids.ts";
import { rooms, userColumn } from "./rooms.ts";

/** The people who show others where they listen: a row exists while a person does. The room objects write the rooms. */
export const listening = sqliteTable(
  "listening",
  {
    userId: userColumn("user_id").primaryKey(),
    /** Null while the person is in no room. */
    roomId: text("room_id")
      .$type<RoomId>()
      .references(() => rooms.id, { onDelete: "set null" }),
    /** When the person joined the room. Of several rooms, the one that was joined last is stored. */
    joinedAtMs: integer("joined_at_ms").notNull().default(0),
    /** When the room last wrote that the person is in it. It expires after a while. */
    seenAtMs: integer("seen_at_ms").notNull().default(0),
  },
  (t) => [index("listening_room").on(t.roomId)],
);
