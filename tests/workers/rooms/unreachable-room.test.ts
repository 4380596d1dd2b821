import { env } from "cloudflare:test";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { CLOSE_CODES } from "#app/protocol/room-messages.ts";
import { type Callers, clientFor, seedCallers } from "#tests/workers/permissions/callers.ts";
import { connectToRoom } from "#tests/workers/permissions/connect-to-room.ts";
import { failRoomCalls } from "#tests/workers/permissions/held-room-calls.ts";
import { seedRoom } from "#tests/workers/permissions/seeded-room.ts";
import { interceptRoomCalls } from "#tests/workers/support/intercept-room-calls.ts";

let callers: Callers;
beforeAll(async () => {
  callers = await seedCallers();
});
beforeEach(() => void vi.spyOn(console, "error").mockReturnValue());
afterEach(() => vi.restoreAllMocks());

const fail = () => Promise.reject(new Error("the room object was reset"));
const readSearchKey = (id: string) =>
  env.DB.prepare("SELECT search_key FROM rooms WHERE id = ?").bind(id).first<string>("search_key");

describe("a change of a room that its object could not be notified of", () => {
  it("succeeds, and everyone rejoins with the settings that are stored", async () => {
    const room = await seedRoom(callers, "public");
    const guest = await connectToRoom(clientFor(null), room.id);
    const viewer = await connectToRoom(clientFor(callers.viewer), room.id);
    await Promise.all([guest.outcome, viewer.outcome]);
    const owner = clientFor(callers.owner, { bindings: interceptRoomCalls("updateSettings", fail) });
    await owner.call("rooms.update", { id: room.id, name: "Renamed", password: "secret" });
    for (const connection of [guest, viewer]) expect(await connection.closed).toBe(CLOSE_CODES.rejoin);
    expect(await (await connectToRoom(clientFor(null), room.id)).outcome).toBe(String(CLOSE_CODES["password-required"]));
    const rejoined = await connectToRoom(clientFor(callers.viewer), room.id);
    expect(await rejoined.outcome).toBe("joined");
    expect(rejoined.snapshot()?.state.info).toMatchObject({ name: "Renamed", hasPassword: true });
    rejoined.socket.close(1000);
  });

  it("succeeds, and a removed member rejoins without their role", async () => {
    const room = await seedRoom(callers, "public");
    const removed = await connectToRoom(clientFor(callers.participant), room.id);
    await removed.outcome;
    const owner = clientFor(callers.owner, { bindings: interceptRoomCalls("changeRoles", fail) });
    expect(await owner.call("members.remove", { id: room.id, userId: callers.participant.person.id })).toBeDefined();
    expect(await removed.closed).toBe(CLOSE_CODES.rejoin);
    const rejoined = await connectToRoom(clientFor(callers.participant), room.id);
    await rejoined.outcome;
    expect(await rejoined.command({ type: "play" })).toBe("forbidden");
    rejoined.socket.close(1000);
  });

  it("reaches the object with the next call if it could not be called at all", async () => {
    const room = await seedRoom(callers, "public");
    const guest = await connectToRoom(clientFor(null), room.id);
    await guest.outcome;
    const owner = clientFor(callers.owner, { bindings: failRoomCalls() });
    await owner.call("rooms.update", { id: room.id, name: "Renamed", password: "secret" });
    const { state } = await clientFor(callers.owner).call("rooms.getState", { id: room.id });
    expect(state.info).toMatchObject({ name: "Renamed", hasPassword: true });
    expect(await guest.closed).toBe(CLOSE_CODES.rejoin);
  });

  it("cannot be found by the words of a description that a password protects", async () => {
    const room = await seedRoom(callers, "public");
    await clientFor(callers.owner).call("rooms.update", { id: room.id, description: "Zanzibar" });
    expect(await readSearchKey(room.id)).toContain("zanzibar");
    const owner = clientFor(callers.owner, { bindings: failRoomCalls() });
    await owner.refusal("rooms.update", { id: room.id, password: "secret" });
    expect(await readSearchKey(room.id)).not.toContain("zanzibar");
  });
});

it("simultaneous changes of a description and a password leave no word of the description to be found", async () => {
  const room = await seedRoom(callers, "public");
  const owner = clientFor(callers.owner);
  await Promise.all([
    owner.call("rooms.update", { id: room.id, password: "secret" }),
    ...["Zanzibar", "Timbuktu"].map((description) => owner.call("rooms.update", { id: room.id, description })),
  ]);
  expect(await readSearchKey(room.id)).not.toMatch(/zanzibar|timbuktu/);
  expect(await readSearchKey(room.id)).not.toBe("");
});
