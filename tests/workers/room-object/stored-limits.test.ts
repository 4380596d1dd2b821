import { env, runInDurableObject } from "cloudflare:test";
import { expect, it } from "vitest";
import { chatLimits } from "#app/domain/chat/chat-limits.ts";
import type { EntryId, RoomId, UserId } from "#app/domain/ids.ts";
import { reactionLimits } from "#app/domain/reactions/reaction-limits.ts";
import { registerUser } from "#tests/workers/support/client.ts";
import { openSocket } from "#tests/workers/support/room-socket.ts";
import { createRoomWithTracks } from "#tests/workers/support/tracks.ts";
import { newId } from "#workers/crypto/random.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import { ChatPeople } from "#workers/room-object/chat-people.ts";
import type { Room } from "#workers/room-object/room-object.ts";

const count = (sql: SqlStorage, table: string) => sql.exec<{ n: number }>(`SELECT count(*) AS n FROM ${table}`).one().n;

it("a room's chat keeps the latest 5,000 read marks, and has at most 1,000 mutes", () =>
  runInDurableObject(roomObject(env, newId<RoomId>()), (_: Room, { storage }) => {
    const people = new ChatPeople(storage.sql);
    storage.transactionSync(() => {
      const marks = "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)";
      const insert = `${marks} INSERT INTO chat_reads SELECT 'reader ' || n, 1, n FROM numbers`;
      storage.sql.exec(insert, chatLimits.keptReadMarks);
      for (const name of ["newer", "newest"]) people.setReadSeq(name as UserId, 1, 2 * chatLimits.keptReadMarks);
      expect(count(storage.sql, "chat_reads")).toBe(chatLimits.keptReadMarks);
      expect(people.readSeq("reader 2" as UserId)).toBeNull();
      for (let n = 1; n <= chatLimits.mutes; n++)
        expect(people.setMute(`muted ${n}` as UserId, { untilMs: null }, n)).toBe(true);
      expect(people.setMute("one more" as UserId, { untilMs: null }, 1)).toBe(false);
    });
  }));

it("a room stores the reactions to the 1,000 tracks that were reacted to last", async () => {
  const { owner, id } = await createRoomWithTracks({ tracks: 1 });
  const { state } = await owner.call("rooms.getState", { id });
  const entryId = state.playlist[0]?.id as EntryId;
  await owner.call("rooms.command", { id, command: { type: "play" } });
  const room = roomObject(env, id);
  await runInDurableObject(room, (_: Room, { storage }) =>
    storage.transactionSync(() => {
      for (let n = 1; n <= reactionLimits.tracks; n++)
        storage.sql.exec("INSERT INTO reactions VALUES (?, '[]', ?)", `track ${n}`, n);
    }),
  );
  await expect.poll(() => owner.refusal("reactions.send", { roomId: id, entryId, reaction: 0 })).toBeUndefined();
  const find = (track: string) =>
    runInDurableObject(room, (_: Room, { storage: { sql } }) => ({
      isStored: sql.exec("SELECT 1 FROM reactions WHERE track_id = ?", track).toArray().length > 0,
      tracks: count(sql, "reactions"),
    }));
  await expect.poll(() => find("track 1")).toEqual({ isStored: false, tracks: reactionLimits.tracks });
});

it("a person waits for access to a room with at most five sockets", async () => {
  const { owner, id } = await createRoomWithTracks({ tracks: 0 });
  await owner.call("rooms.update", { id, password: "sesame" });
  const guest = await registerUser("Leo");
  const sockets: WebSocket[] = [];
  const closed: number[] = [];
  for (let n = 1; n <= 6; n++) {
    const socket = await openSocket(guest, id);
    socket.addEventListener("close", () => void closed.push(n));
    socket.accept();
    sockets.push(socket);
  }
  await expect.poll(() => closed).toEqual([1]);
  for (const socket of sockets) socket.close();
});
