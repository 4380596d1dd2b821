import { createExecutionContext, env, runInDurableObject, waitOnExecutionContext } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { accessLimits } from "#app/domain/access/access-limits.ts";
import { ROOM_SESSION, ROOM_TOKEN } from "#app/protocol/http.ts";
import { CLOSE_CODES } from "#app/protocol/room-messages.ts";
import { createDb } from "#db/client.ts";
import { markRoomDeleted } from "#db/queries/rooms.ts";
import { listRoomUploads } from "#db/queries/uploads.ts";
import { rooms, roomTokens } from "#db/schema/rooms.ts";
import { createClient, registerUser } from "#tests/workers/support/client.ts";
import { joinRoom } from "#tests/workers/support/room-socket.ts";
import { skipTime } from "#tests/workers/support/skip-time.ts";
import { audioFixture, createRoom, readStoredData, uploadFile } from "#tests/workers/support/upload.ts";
import worker from "#workers/app.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import type { Room } from "#workers/room-object/room-object.ts";

describe("a room's settings", () => {
  it("change only in the given fields, and are sent to everyone in the room", async () => {
    const { owner, id } = await createRoom();
    const guest = await joinRoom(createClient(), id);
    const changes = {
      name: " Кухня ",
      description: "Slow\n tempos. ",
      room_url: `Kitchen-${id}-x`,
      visibility: "hidden",
    } as const;
    const { room_url } = await owner.call("rooms.update", { id, ...changes });
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
    expect(await createClient().call("rooms.get", { id: info.url })).toMatchObject({ _id: id, visibility: "hidden" });
    guest.socket.close(1000);
  });

  it("RN2 RN5 refuse a url that is taken, reserved, invalid or like an id, also in a race", async () => {
    const [{ owner, id }, other] = [await createRoom(), await registerUser()];
    const taken = await other.call("rooms.create", { name: "Taken" });
    const refusal = (room_url: string) => owner.refusal("rooms.update", { id, room_url });
    expect(await refusal(taken.room_url)).toBe("room-url-taken");
    expect(await refusal("admin")).toBe("room-url-reserved");
    expect(await refusal("abcdefghijklmnop")).toBe("room-url-reserved");
    for (const invalid of ["a", "a b", "кухня", "-a-", "a--b", "x".repeat(61), "a/b"])
      expect(await refusal(invalid)).toBe("room-url-invalid");
    const rival = await other.call("rooms.create", { name: "Rival" });
    const contested = `contested-${id.slice(0, 5)}`;
    const outcomes = await Promise.all([
      refusal(contested),
      other.refusal("rooms.update", { id: rival.id, room_url: contested }),
    ]);
    expect(outcomes.sort()).toEqual(["room-url-taken", undefined]);
    const getInfo = (exclude_id?: string) =>
      createClient().call("rooms.getRoomInfoByUrl", { room_url: taken.room_url, ...(exclude_id && { exclude_id }) });
    expect(await getInfo()).toMatchObject({ roomExists: true, urlAvailable: false, urlError: "room-url-taken" });
    expect(await getInfo(taken.id)).toMatchObject({ urlAvailable: true, urlError: null });
  });

  it("RN1 refuse other invalid values, and change in no field if one value is invalid", async () => {
    const { owner, id } = await createRoom();
    const before = await owner.call("rooms.get", { id });
    for (const [invalid, code] of [
      [{ name: " " }, "room-name-required"],
      [{ name: "x".repeat(51) }, "room-name-too-long"],
      [{ description: "x".repeat(501) }, "room-description-too-long"],
      [{ visibility: "inviteOnly" }, "room-visibility-unavailable"],
      [{ visibility: "secret" }, "invalid-arguments"],
      [{ password: "  " }, "field-required"],
      [{ password: "x".repeat(201) }, "password-too-long"],
    ] as const) {
      expect(await owner.refusal("rooms.update", { id, ...Object.assign({ name: "Other" }, invalid) })).toBe(code);
    }
    expect(await owner.call("rooms.get", { id })).toEqual(before);
  });

  it("store a password as a hash; a new password disconnects everyone but members and invalidates tokens", async () => {
    const { owner, id } = await createRoom();
    const spectator = await registerUser("Ilse");
    const [host, spectating, guest] = [
      await joinRoom(owner, id),
      await joinRoom(spectator, id),
      await joinRoom(createClient(), id),
    ];
    await owner.call("rooms.update", { id, password: "sesame" });
    for (const device of [spectating, guest]) expect((await device.closed).code).toBe(CLOSE_CODES["password-required"]);
    expect((await host.next("media-grant")).media.query).not.toBe(host.snapshot.media.query);
    const stored = await createDb(env.DB).select({ hash: rooms.passwordHash }).from(rooms).where(eq(rooms.id, id)).get();
    expect(stored?.hash).toMatch(/^\$scrypt\$/);

    const client = createClient();
    const args = { room_url: id, session_id: "s1" };
    for (const blank of [{ room_url: " " }, { session_id: " " }, { password: " " }]) {
      const call = { ...args, password: "sesame", ...blank };
      expect(await client.refusal("rooms.generateAccessToken", call)).toBe("invalid-arguments");
    }
    for (const call of [
      { room_url: id, password: "" },
      { room_url: " ", password: "sesame" },
    ]) {
      expect(await client.refusal("rooms.checkPassword", call)).toBe("invalid-arguments");
    }
    const { token } = await client.call("rooms.generateAccessToken", { ...args, password: "sesame" });
    expect(await client.call("rooms.verifyAccessToken", { ...args, token })).toEqual({ valid: true });
    await owner.call("rooms.update", { id, password: "other" });
    expect(await client.call("rooms.verifyAccessToken", { ...args, token })).toEqual({ valid: false, error: "Invalid token" });
    await owner.call("rooms.update", { id, password: null });
    expect(await createClient().call("rooms.get", { id })).toMatchObject({ _id: id, isPasswordProtected: false });
    host.socket.close(1000);
  });

  it("report an access token as expired only after its time, also when it is deleted, and as invalid otherwise", async () => {
    const [{ owner, id }, other] = [await createRoom(), await createRoom()];
    await owner.call("rooms.update", { id, password: "sesame" });
    const client = createClient();
    const session = { room_url: id, session_id: "one" };
    const { token } = await client.call("rooms.generateAccessToken", { ...session, password: "sesame" });
    const verify = (changed: object = {}) => client.call("rooms.verifyAccessToken", { ...session, token, ...changed });
    const headers = { [ROOM_TOKEN.header]: token, [ROOM_SESSION.header]: "one" };
    const refusal = () => createClient({ headers }).refusal("rooms.get", { id });
    expect([await verify(), await refusal()]).toEqual([{ valid: true }, undefined]);
    const invalid = { valid: false, error: "Invalid token" };
    const [secret, , signature] = token.split(".");
    const shortened = { token: `${secret}.1.${signature}` };
    const wrong = [{ token: "made up" }, shortened, { session_id: "two" }, { room_url: other.id }];
    for (const changed of wrong) expect(await verify(changed)).toEqual(invalid);
    await owner.call("rooms.update", { id, password: "other" });
    expect([await verify(), await refusal()]).toEqual([invalid, "room-token-invalid"]);
    skipTime(accessLimits.roomTokenMs);
    await client.call("rooms.cleanupExpiredTokens", {});
    expect([await verify(), await refusal()]).toEqual([{ valid: false, error: "Token expired" }, "room-token-expired"]);
    for (const changed of wrong) expect(await verify(changed)).toEqual(invalid);
    vi.restoreAllMocks();
  });

  it("limit access tokens to a day, after which the cleanup function and the schedule delete them", async () => {
    const { owner, id } = await createRoom();
    await owner.call("rooms.update", { id, password: "sesame" });
    const client = createClient();
    const db = createDb(env.DB);
    const createExpiredToken = async (session_id: string) => {
      const created = await client.call("rooms.generateAccessToken", { room_url: id, password: "sesame", session_id });
      expect(created.expiresAt - Date.now()).toBeGreaterThan(accessLimits.roomTokenMs - 60_000);
      await db
        .update(roomTokens)
        .set({ expiresAtMs: Date.now() - 1 })
        .where(eq(roomTokens.sessionId, session_id));
      return created.token;
    };
    const token = await createExpiredToken("one");
    const verified = await client.call("rooms.verifyAccessToken", { room_url: id, token, session_id: "one" });
    expect(verified).toEqual({ valid: false, error: "Token expired" });
    expect((await client.call("rooms.cleanupExpiredTokens", {})).removed).toBeGreaterThanOrEqual(1);
    expect(await db.select().from(roomTokens).where(eq(roomTokens.roomId, id))).toEqual([]);
    await createExpiredToken("two");
    const execution = createExecutionContext();
    worker.scheduled({} as never, env, execution);
    await waitOnExecutionContext(execution);
    expect(await db.select().from(roomTokens).where(eq(roomTokens.roomId, id))).toEqual([]);
  });
});

describe("the deletion of a room", () => {
  it("disconnects everyone, and deletes the data of its object and its uploads in progress", async () => {
    const before = await readStoredData();
    const { owner, id } = await createRoom();
    const guest = await joinRoom(createClient(), id);
    await uploadFile(owner, { roomId: id, fileName: "cbr.mp3", file: audioFixture("cbr.mp3") });
    await owner.call("rooms.remove", { id });
    expect((await guest.closed).code).toBe(CLOSE_CODES["room-removed"]);
    expect(await createClient().refusal("rooms.get", { id })).toBe("room-not-found");
    expect(await listRoomUploads(createDb(env.DB), id, 10)).toEqual([]);
    expect(await readStoredData()).toEqual(before);
    await runInDurableObject(roomObject(env, id), (_: Room, { storage }) => {
      expect([...storage.kv.list()].map(([key]) => key)).toEqual(["removed"]);
    });
  });

  it("is final: a late call does not create the room again", async () => {
    const { owner, id } = await createRoom();
    const { state } = await owner.call("rooms.getState", { id });
    await owner.call("rooms.remove", { id });
    const room = roomObject(env, id);
    const metadata = { info: state.info, epochs: { accessEpoch: 0, mediaEpoch: 0 } };
    expect(await room.runCommand(metadata, { type: "play" }, { kind: "server" })).toEqual({
      ok: false,
      error: "room-not-found",
    });
    expect(await room.getState(metadata)).toEqual({ ok: false, error: "room-not-found" });
  });

  it("is finished by the schedule if it was interrupted", async () => {
    const { owner, id } = await createRoom();
    await uploadFile(owner, { roomId: id, fileName: "cbr.mp3", file: audioFixture("cbr.mp3") });
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
