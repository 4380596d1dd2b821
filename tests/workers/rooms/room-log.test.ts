import { env, runInDurableObject } from "cloudflare:test";
import { describe, expect, it, vi } from "vitest";
import type { EditId, EntryId, RoomId } from "#app/domain/ids.ts";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import type { RoomCommand } from "#app/domain/room/room-command.ts";
import { createEntry, staleMetadata } from "#tests/workers/permissions/seeded-room.ts";
import { type Client, createClient, registerUser } from "#tests/workers/support/client.ts";
import { readUserId } from "#tests/workers/support/read-user-id.ts";
import { joinRoom, type RoomDevice } from "#tests/workers/support/room-socket.ts";
import { createRoomWithTracks } from "#tests/workers/support/tracks.ts";
import { readPlaylist } from "#tests/workers/support/upload.ts";
import { newId } from "#workers/crypto/random.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import type { Room } from "#workers/room-object/room-object.ts";

async function addMember(owner: Client, id: RoomId, role: "admin" | "editor") {
  const member = await registerUser();
  await owner.call("members.add", { id, username: member.username, role });
  return member;
}

async function listKinds(client: Client, roomId: RoomId) {
  const { rows } = await client.call("room_log.list", { roomId });
  return rows.map(({ person, subject }) => [person?.name ?? null, subject.kind]);
}

const listEntryIds = async (id: RoomId): Promise<readonly EntryId[]> => (await readPlaylist(id)).map((entry) => entry.id);

async function findPlace(client: Client, roomId: RoomId, kind: string): Promise<number> {
  const { rows } = await client.call("room_log.list", { roomId });
  const row = rows.find(({ subject }) => subject.kind === kind);
  if (!row) throw new Error(`no edit of the kind ${kind}`);
  return row.place;
}

/** As the log does with its oldest edits. */
function forgetPlace(id: RoomId, place: number): Promise<void> {
  return runInDurableObject(roomObject(env, id), (_: Room, { storage }) => {
    for (const table of ["log", "log_changes"]) storage.sql.exec(`DELETE FROM ${table} WHERE place <= ?`, place);
  });
}

/** A room from which entries were removed, 500 at a time, and the place of the first removal. */
async function createRoomWithRemovals(removals = 3) {
  const { owner, id } = await createRoomWithTracks({ tracks: 0 });
  const { state } = await owner.call("rooms.getState", { id });
  const metadata = staleMetadata(state.info);
  const { owner: person } = state.info;
  const actor = { kind: "person", userId: person.id, effectiveRole: "owner" } as const;
  const entries = Array.from({ length: removals * 500 }, (): Omit<Entry, "rank"> => createEntry(person));
  for (let i = 0; i < removals; i++)
    await roomObject(env, id).addEntries(metadata, { entries: entries.slice(i * 500, (i + 1) * 500), person });
  for (let i = 0; i < removals; i++) {
    const entryIds = entries.slice(i * 500, (i + 1) * 500).map((entry) => entry.id);
    await roomObject(env, id).runCommand(metadata, { type: "remove", entryIds }, actor);
  }
  const place = (await owner.call("room_log.list", { roomId: id })).rows[removals - 1]?.place ?? 0;
  return { owner, id, metadata, place, actor };
}

describe("the room log", () => {
  it("lists edits of the playlist, settings, roles and tracks, newest first, with the people", async () => {
    const { owner, id } = await createRoomWithTracks({ tracks: 2 });
    const [first, second] = await readPlaylist(id);
    if (!first || !second) throw new Error("no entries");
    const editor = await addMember(owner, id, "editor");
    await editor.call("rooms.command", { id, command: { type: "remove", entryIds: [first.id] } });
    await owner.call("rooms.update", { id, name: "Another", isFair: true });
    await owner.call("rooms.update", { id, name: "Another" });
    await owner.call("tracks.update", { trackId: second.track.id, changes: { title: "Renamed" } });
    const { rows } = await owner.call("room_log.list", { roomId: id });
    expect(rows.map(({ subject }) => subject)).toEqual([
      { kind: "track", title: "Renamed", count: 1 },
      { kind: "settings", settings: ["name", "isFair"] },
      { kind: "remove", title: "Track 1", count: 1 },
      { kind: "role", from: null, to: "editor" },
      { kind: "add", title: "Track 1", count: 2 },
    ]);
    expect(rows.map(({ person, target }) => [person !== null, target !== null])).toEqual([
      [true, false],
      [true, false],
      [true, false],
      [true, true],
      [true, false],
    ]);
  });

  it("names the settings that an edit has changed, and not those that another edit changes meanwhile", async () => {
    const { owner, id } = await createRoomWithTracks({ tracks: 0 });
    const edit = "UPDATE rooms SET is_fair = 1 WHERE id = NEW.id";
    await env.DB.prepare(`CREATE TRIGGER other_edit AFTER UPDATE OF description ON rooms BEGIN ${edit}; END`).run();
    await owner.call("rooms.update", { id, description: "New" });
    await env.DB.prepare("DROP TRIGGER other_edit").run();
    const { rows } = await owner.call("room_log.list", { roomId: id });
    expect(rows.map(({ subject }) => subject)).toEqual([{ kind: "settings", settings: ["description"] }]);
    expect((await owner.call("rooms.getState", { id })).state.info.isFair).toBe(true);
  });

  it("RL4 is open to admins and the owner only", async () => {
    const { owner, id } = await createRoomWithTracks({ tracks: 1 });
    const [admin, editor] = [await addMember(owner, id, "admin"), await addMember(owner, id, "editor")];
    expect(await listKinds(admin, id)).toHaveLength(3);
    for (const name of ["room_log.list", "room_log.preview"] as const) {
      expect(await editor.refusal(name, { roomId: id })).toBe("forbidden");
    }
    expect(await editor.refusal("room_log.restore", { roomId: id, place: 1 })).toBe("forbidden");
  });

  it("RL1 RL2 sets the playlist back, as the preview says, and that can be undone by the same person", async () => {
    const { owner, id } = await createRoomWithTracks({ tracks: 4 });
    const before = await listEntryIds(id);
    const [a, b, c, d] = before;
    if (!a || !b || !c || !d) throw new Error("no entries");
    const editor = await addMember(owner, id, "editor");
    await editor.call("rooms.command", { id, command: { type: "remove", entryIds: [b, c] } });
    await editor.call("rooms.command", { id, command: { type: "move", entryIds: [d], afterEntryId: null } });
    const place = await findPlace(owner, id, "remove");
    const changes = { returning: 2, leaving: 0, moving: 1 };
    expect(await owner.call("room_log.preview", { roomId: id, place })).toEqual(changes);
    expect(await listEntryIds(id)).toEqual([d, a]);
    const editId = newId<EditId>();
    expect(await owner.call("room_log.restore", { roomId: id, place, editId })).toMatchObject(changes);
    expect(await listEntryIds(id)).toEqual(before);
    expect((await listKinds(owner, id)).slice(0, 2).map(([, kind]) => kind)).toEqual(["set-back", "move"]);
    expect(await editor.refusal("rooms.command", { id, command: { type: "undo", editId } })).toBe("forbidden");
    await owner.call("rooms.command", { id, command: { type: "undo", editId } });
    expect(await listEntryIds(id)).toEqual([d, a]);
  });

  it("RL1 sets the playlist back to a time", async () => {
    const { owner, id } = await createRoomWithTracks({ tracks: 2 });
    const before = await listEntryIds(id);
    const { rows } = await owner.call("room_log.list", { roomId: id });
    const atMs = rows[0]?.atMs ?? 0;
    await expect.poll(() => Date.now()).toBeGreaterThan(atMs);
    await owner.call("rooms.command", { id, command: { type: "remove", entryIds: before } });
    await owner.call("room_log.restore", { roomId: id, atMs });
    expect(await listEntryIds(id)).toEqual(before);
  });

  it("RL1 sets the playlist back to the oldest state of a log that has forgotten some, and RL5 to no earlier one", async () => {
    const { owner, id } = await createRoomWithTracks({ tracks: 3 });
    const before = await listEntryIds(id);
    for (const entryId of before) {
      await owner.call("rooms.command", { id, command: { type: "remove", entryIds: [entryId] } });
    }
    await forgetPlace(id, await findPlace(owner, id, "add"));
    const { rows } = await owner.call("room_log.list", { roomId: id });
    const atMs = (rows.at(-1)?.atMs ?? 0) - 1;
    expect(await owner.refusal("room_log.restore", { roomId: id, atMs })).toBe("undo-expired");
    expect(await owner.call("room_log.preview", { roomId: id })).toMatchObject({ returning: 3 });
    expect(await owner.call("room_log.restore", { roomId: id })).toMatchObject({ returning: 3 });
    expect(await listEntryIds(id)).toEqual(before);
  });

  it("LU7 a repeated call reports what the first one has changed, and changes nothing", async () => {
    const { owner, id } = await createRoomWithTracks({ tracks: 3 });
    const entryIds = (await listEntryIds(id)).slice(0, 2);
    await owner.call("rooms.command", { id, command: { type: "remove", entryIds } });
    const restore = { roomId: id, place: await findPlace(owner, id, "remove"), editId: newId<EditId>() };
    const changes = { returning: 2, leaving: 0, moving: 0 };
    expect(await owner.call("room_log.restore", restore)).toMatchObject(changes);
    await owner.call("rooms.command", { id, command: { type: "remove", entryIds } });
    await forgetPlace(id, restore.place);
    expect(await owner.call("room_log.restore", restore)).toMatchObject(changes);
    expect(await listEntryIds(id)).toHaveLength(1);
    const admin = await addMember(owner, id, "admin");
    expect(await admin.refusal("room_log.restore", restore)).toBe("forbidden");
  });

  it("RL1 sets thousands of entries back, and RL2 undoes that, each with an edit that comes meanwhile", async () => {
    const { id, metadata, place, actor } = await createRoomWithRemovals(5);
    const editId = newId<EditId>();
    const run = (command: RoomCommand) => roomObject(env, id).runCommand(metadata, command, actor);
    const preview = roomObject(env, id).previewSetBack(metadata, { place }, actor);
    const setBack = roomObject(env, id).setBack(metadata, { place }, { actor, editId });
    expect(await run({ type: "repeat", repeat: "all" })).toMatchObject({ ok: true });
    expect(await preview).toMatchObject({ ok: true, value: { returning: 2500, leaving: 0 } });
    expect(await setBack).toMatchObject({ ok: true, value: { returning: 2500, leaving: 0 } });
    expect(await listEntryIds(id)).toHaveLength(2500);
    const undo = run({ type: "undo", editId });
    expect(await run({ type: "repeat", repeat: "one" })).toMatchObject({ ok: true });
    expect(await undo).toMatchObject({ ok: true });
    expect(await listEntryIds(id)).toHaveLength(0);
  });

  it("shows a guest without a name, and a deleted account without name and id", async () => {
    const { owner, id } = await createRoomWithTracks({ tracks: 1 });
    await owner.call("rooms.update", { id, guestsMayControl: true });
    const guest = await joinRoom(createClient(), id);
    expect(await guest.command({ type: "shuffle", isOn: true })).toBeNull();
    guest.socket.close(1000);
    const editor = await addMember(owner, id, "editor");
    await editor.call("rooms.command", { id, command: { type: "repeat", repeat: "all" } });
    await env.DB.prepare("UPDATE users SET deleted_at_ms = 1 WHERE username = ?").bind(editor.username).run();
    const { rows } = await owner.call("room_log.list", { roomId: id });
    expect(rows[0]).toMatchObject({ person: null, isGuest: false, subject: { kind: "repeat" } });
    expect(rows[1]).toMatchObject({ target: null, subject: { kind: "role", to: "editor" } });
    expect(rows[2]).toMatchObject({ person: null, isGuest: true, subject: { kind: "shuffle" } });
  });

  it("stores no id of a deleted account, also of a person without a role, once people were compared with D1", async () => {
    const { owner, id } = await createRoomWithTracks({ tracks: 1 });
    await owner.call("rooms.update", { id, guestsMayControl: true });
    const [member, visitor] = [await addMember(owner, id, "editor"), await registerUser()];
    for (const client of [member, visitor]) {
      await client.call("rooms.command", { id, command: { type: "shuffle", isOn: client === member } });
    }
    const ids = await Promise.all([member, visitor].map(({ username }) => readUserId({ username })));
    await env.DB.prepare("UPDATE users SET deleted_at_ms = 1 WHERE id IN (?, ?)")
      .bind(...ids)
      .run();
    const listStored = () =>
      runInDurableObject(roomObject(env, id), (_: Room, { storage }) =>
        JSON.stringify(storage.sql.exec("SELECT * FROM log").toArray()),
      );
    for (const userId of ids) expect(await listStored()).toContain(userId);
    (await joinRoom(owner, id)).socket.close(1000);
    for (const userId of ids) await expect.poll(listStored).not.toContain(userId);
    expect((await owner.call("room_log.list", { roomId: id })).rows).toHaveLength(5);
  });

  it("sends a snapshot that is still due before the reply to a command", async () => {
    const { owner, id, metadata, place, actor } = await createRoomWithRemovals();
    const devices: RoomDevice[] = [];
    while (devices.length < 25) devices.push(await joinRoom(owner, id));
    // the other snapshots stay due
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    await roomObject(env, id).setBack(metadata, { place }, { actor, editId: newId<EditId>() });
    for (const [i, device] of devices.entries()) {
      const repeat = i % 2 === 0 ? "all" : "one";
      await device.command({ type: "repeat", repeat });
      expect(device.state()).toMatchObject({ order: { repeat }, playlist: { length: 1500 } });
    }
    vi.useRealTimers();
    for (const { socket } of devices) socket.close(1000);
  });

  it("sends snapshots instead of very many events, so that all devices end with the same playlist", async () => {
    const { owner, id, metadata, place, actor } = await createRoomWithRemovals();
    const devices = [await joinRoom(owner, id), await joinRoom(owner, id)];
    await roomObject(env, id).setBack(metadata, { place }, { actor, editId: newId<EditId>() });
    for (const device of devices) {
      await expect.poll(() => device.state().playlist.length).toBe(1500);
      await device.command({ type: "repeat", repeat: "all" });
      await expect.poll(() => device.state().order.repeat).toBe("all");
      device.socket.close(1000);
    }
  });
});
