import { createExecutionContext, env, runInDurableObject, waitOnExecutionContext } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { accessLimits } from "#app/domain/access/access-limits.ts";
import { CLOSE_CODES } from "#app/protocol/room-messages.ts";
import { createDb } from "#db/client.ts";
import { markRoomDeleted } from "#db/queries/rooms.ts";
import { listRoomUploads } from "#db/queries/uploads.ts";
import { rooms, roomTokens } from "#db/schema/rooms.ts";
import { newClient, newMember } from "#tests/workers/support/client.ts";
import { joinRoom } from "#tests/workers/support/room-socket.ts";
import { audioFile, leftovers, newRoom, sendFile } from "#tests/workers/support/upload.ts";
import worker from "#workers/app.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import type { Room } from "#workers/room-object/room-object.ts";

describe("a room's settings", () => {
  it("change only what is given, and reach everyone who is in the room", async () => {
    const { owner, id } = await newRoom();
    const guest = await joinRoom(newClient(), id);
    const changed = {
      name: " Кухня ",
      description: "Slow\n tempos. ",
      room_url: `Kitchen-${id}-x`,
      visibility: "hidden",
    } as const;
    const { room_url } = await owner.call("rooms.update", { id, ...changed });
    await guest.next("events");
    const info = {
      name: "Кухня",
      description: "Slow\ntempos.",
      url: `kitchen-${id}-x`,
      visibility: "hidden",
      hasPassword: false,
    };
    expect(room_url).toBe(info.url);
    expect(guest.state().info).toMatchObject(info);
    await owner.call("rooms.update", { id, description: "" });
    await guest.next("events");
    expect(guest.state().info).toMatchObject({ ...info, description: "" });
    expect(await newClient().call("rooms.get", { id: info.url })).toMatchObject({ _id: id, visibility: "hidden" });
    guest.socket.close(1000);
  });

  it("RN2 RN5 an address that is taken, reserved, odd or like an id is refused, at the same time too", async () => {
    const [{ owner, id }, other] = [await newRoom(), await newMember()];
    const taken = await other.call("rooms.create", { name: "Taken" });
    const refusal = (room_url: string) => owner.refusal("rooms.update", { id, room_url });
    expect(await refusal(taken.room_url)).toBe("room-url-taken");
    expect(await refusal("admin")).toBe("room-url-reserved");
    expect(await refusal("abcdefghijklmnop")).toBe("room-url-reserved");
    for (const odd of ["a", "a b", "кухня", "-a-", "a--b", "x".repeat(61), "a/b"])
      expect(await refusal(odd)).toBe("room-url-invalid");
    const rival = await other.call("rooms.create", { name: "Rival" });
    const wanted = `contested-${id.slice(0, 5)}`;
    const raced = await Promise.all([refusal(wanted), other.refusal("rooms.update", { id: rival.id, room_url: wanted })]);
    expect(raced.sort()).toEqual(["room-url-taken", undefined]);
    const look = (exclude_id?: string) =>
      newClient().call("rooms.getRoomInfoByUrl", { room_url: taken.room_url, ...(exclude_id && { exclude_id }) });
    expect(await look()).toMatchObject({ roomExists: true, urlAvailable: false, urlError: "room-url-taken" });
    expect(await look(taken.id)).toMatchObject({ urlAvailable: true, urlError: null });
  });

  it("RN1 other values are judged as well, and nothing changes when one of them is wrong", async () => {
    const { owner, id } = await newRoom();
    const before = await owner.call("rooms.get", { id });
    for (const [wanted, code] of [
      [{ name: " " }, "room-name-required"],
      [{ name: "x".repeat(51) }, "room-name-too-long"],
      [{ description: "x".repeat(501) }, "room-description-too-long"],
      [{ visibility: "inviteOnly" }, "room-visibility-unavailable"],
      [{ visibility: "secret" }, "invalid-arguments"],
      [{ password: "  " }, "field-required"],
      [{ password: "x".repeat(201) }, "password-too-long"],
    ] as const) {
      expect(await owner.refusal("rooms.update", { id, ...Object.assign({ name: "Other" }, wanted) })).toBe(code);
    }
    expect(await owner.call("rooms.get", { id })).toEqual(before);
  });

  it("a password is stored as a hash; with another one, only members stay, and old tokens are worth nothing", async () => {
    const { owner, id } = await newRoom();
    const spectator = await newMember("Ilse");
    const [host, watching, guest] = [await joinRoom(owner, id), await joinRoom(spectator, id), await joinRoom(newClient(), id)];
    await owner.call("rooms.update", { id, password: "sesame" });
    for (const device of [watching, guest]) expect((await device.closed).code).toBe(CLOSE_CODES["password-required"]);
    expect((await host.next("media-grant")).media.query).not.toBe(host.snapshot.media.query);
    const stored = await createDb(env.DB).select({ hash: rooms.passwordHash }).from(rooms).where(eq(rooms.id, id)).get();
    expect(stored?.hash).toMatch(/^\$scrypt\$/);

    const client = newClient();
    const key = { room_url: id, session_id: "s1" };
    const { token } = await client.call("rooms.generateAccessToken", { ...key, password: "sesame" });
    expect(await client.call("rooms.verifyAccessToken", { ...key, token })).toEqual({ valid: true });
    await owner.call("rooms.update", { id, password: "other" });
    expect(await client.call("rooms.verifyAccessToken", { ...key, token })).toEqual({ valid: false, error: "Invalid token" });
    await owner.call("rooms.update", { id, password: null });
    expect(await newClient().call("rooms.get", { id })).toMatchObject({ _id: id, isPasswordProtected: false });
    host.socket.close(1000);
  });

  it("tokens end after a day and are removed by the schedule, and by who finds one expired", async () => {
    const { owner, id } = await newRoom();
    await owner.call("rooms.update", { id, password: "sesame" });
    const client = newClient();
    const db = createDb(env.DB);
    const make = async (session_id: string) => {
      const made = await client.call("rooms.generateAccessToken", { room_url: id, password: "sesame", session_id });
      expect(made.expiresAt - Date.now()).toBeGreaterThan(accessLimits.roomTokenMs - 60_000);
      await db
        .update(roomTokens)
        .set({ expiresAtMs: Date.now() - 1 })
        .where(eq(roomTokens.sessionId, session_id));
      return made.token;
    };
    const token = await make("one");
    const verified = await client.call("rooms.verifyAccessToken", { room_url: id, token, session_id: "one" });
    expect(verified).toEqual({ valid: false, error: "Token expired" });
    expect((await client.call("rooms.cleanupExpiredTokens", {})).removed).toBeGreaterThanOrEqual(1);
    expect(await db.select().from(roomTokens).where(eq(roomTokens.roomId, id))).toEqual([]);
    await make("two");
    const execution = createExecutionContext();
    worker.scheduled({} as never, env, execution);
    await waitOnExecutionContext(execution);
    expect(await db.select().from(roomTokens).where(eq(roomTokens.roomId, id))).toEqual([]);
  });
});

describe("a room that is removed", () => {
  it("is gone for everyone, with its object and the files on their way into it", async () => {
    const before = await leftovers();
    const { owner, id } = await newRoom();
    const guest = await joinRoom(newClient(), id);
    await sendFile(owner, { roomId: id, fileName: "cbr.mp3", file: audioFile("cbr.mp3") });
    await owner.call("rooms.remove", { id });
    expect((await guest.closed).code).toBe(CLOSE_CODES["room-removed"]);
    expect(await newClient().refusal("rooms.get", { id })).toBe("room-not-found");
    expect(await listRoomUploads(createDb(env.DB), id, 10)).toEqual([]);
    expect(await leftovers()).toEqual(before);
    await runInDurableObject(roomObject(env, id), (_: Room, { storage }) => {
      expect([...storage.kv.list()].map(([key]) => key)).toEqual(["ended"]);
    });
  });

  it("is not made anew by who was on the way into it", async () => {
    const { owner, id } = await newRoom();
    const { state } = await owner.call("rooms.getState", { id });
    await owner.call("rooms.remove", { id });
    const room = roomObject(env, id);
    const news = { info: state.info, epochs: { accessEpoch: 0, mediaEpoch: 0 } };
    expect(await room.command(news, { type: "play" }, { kind: "server" })).toEqual({
      ok: false,
      error: "room-not-found",
    });
    expect(await room.snapshot(news)).toBeNull();
  });

  it("a removal that was cut off is finished by the schedule", async () => {
    const { owner, id } = await newRoom();
    await sendFile(owner, { roomId: id, fileName: "cbr.mp3", file: audioFile("cbr.mp3") });
    const db = createDb(env.DB);
    await markRoomDeleted(db, id, Date.now() - 10 * 60_000);
    expect(await owner.refusal("rooms.get", { id })).toBe("room-not-found");
    const execution = createExecutionContext();
    worker.scheduled({} as never, env, execution);
    await waitOnExecutionContext(execution);
    expect(await db.select({ id: rooms.id }).from(rooms).where(eq(rooms.id, id))).toEqual([]);
    expect(await listRoomUploads(db, id, 10)).toEqual([]);
  });
});
