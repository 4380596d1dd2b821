import { describe, expect, it } from "vitest";
import type { UserId } from "#app/domain/ids.ts";
import type { FunctionFailure, MalformedRequest } from "#app/protocol/function-envelope.ts";
import type { SessionResponse } from "#app/protocol/http.ts";
import { createClient, registerUser } from "#tests/workers/support/client.ts";
import { seedTracks } from "#tests/workers/support/tracks.ts";

describe("a new room", () => {
  it("is found by id and by url, and listed", async () => {
    const mira = await registerUser("Мира");
    const made = await mira.call("rooms.create", { name: "  Ночной   эфир «Маяк-3» " });
    expect(made.room_url).toBe("nochnoy-efir-mayak-3");
    for (const id of [made.id, made.room_url, made.room_url.toUpperCase()]) {
      expect(await createClient().call("rooms.get", { id })).toMatchObject({
        _id: made.id,
        name: "Ночной эфир «Маяк-3»",
        role: null,
      });
    }
    expect((await mira.call("rooms.get", { id: made.id })).role).toBe("owner");
    const listed = await createClient().call("rooms.getPublicRoomsWithAuthors", {});
    const room = listed.rooms.find(({ _id }) => _id === made.id);
    expect(room && listed.roomAuthors[room.creator]).toMatchObject({ name: "Мира" });
    expect(listed.roomUsers[made.id]).toBe(0);
  });

  it("RN3 gets its own url if others have the same name, also in a race", async () => {
    const mira = await registerUser();
    const made = await Promise.all(Array.from({ length: 8 }, () => mira.call("rooms.create", { name: "Kitchen" })));
    const urls = made.map(({ room_url }) => room_url);
    expect(new Set(urls).size).toBe(8);
    expect(urls).toContain("kitchen");
    for (const url of urls) expect(url).toMatch(/^kitchen(-\w+)?$/);
  });

  it("RN5 cannot take over another room by having its id as a name", async () => {
    const [mira, mallory] = [await registerUser(), await registerUser()];
    const { id } = await mira.call("rooms.create", { name: "Kitchen" });
    const other = await mallory.call("rooms.create", { name: id });
    expect(other.room_url).toBe(`${id}-room`);
    expect(await createClient().call("rooms.get", { id })).toMatchObject({ _id: id, name: "Kitchen" });
  });

  it("takes as many tracks at once as a command may name, but not those of other people", async () => {
    const [mira, mallory] = [await registerUser(), await registerUser()];
    const { id } = await mira.call("rooms.create", { name: "Long" });
    const trackIds = await seedTracks(mira.username, id, { count: 120 });
    await mira.call("playlist.add", { roomId: id, trackIds });
    const { state } = await mira.call("rooms.getState", { id });
    expect(state.playlist.map(({ track }) => track.id)).toEqual(trackIds);
    const own = await mallory.call("rooms.create", { name: "Own" });
    expect(await mallory.refusal("playlist.add", { roomId: own.id, trackIds: trackIds.slice(0, 1) })).toBe("not-found");
  });

  it("RN1 needs a valid name and a signed-in creator", async () => {
    const mira = await registerUser();
    expect(await mira.refusal("rooms.create", { name: " \n " })).toBe("room-name-required");
    expect(await mira.refusal("rooms.create", { name: "x".repeat(51) })).toBe("room-name-too-long");
    expect(await createClient().refusal("rooms.create", { name: "Kitchen" })).toBe("login-required");
    expect(await mira.refusal("rooms.create", { name: 5 })).toBe("invalid-arguments");
    expect(await mira.refusal("rooms.create", { name: "x", ownerId: "another" })).toBe("invalid-arguments");
    expect(await mira.refusal("rooms.get", { id: "nowhere" })).toBe("room-not-found");
  });
});

describe("rooms.get", () => {
  it("has the room's tracks, newest first, and the number of its active users", async () => {
    const mira = await registerUser();
    const { id } = await mira.call("rooms.create", { name: "Full" });
    expect(await mira.call("rooms.get", { id })).toMatchObject({
      activeUsers: 0,
      content: { tracks: [], total: 0, isDone: true },
    });
    const trackIds = await seedTracks(mira.username, id, { count: 103 });
    const { content, creator } = await createClient().call("rooms.get", { id });
    expect(content).toMatchObject({ total: 103, isDone: false });
    expect(content.tracks).toHaveLength(100);
    expect(new Set(content.tracks.map((track) => track.uploadedBy))).toEqual(new Set([creator]));
    for (const track of content.tracks) expect(trackIds).toContain(track.id);
    const times = content.tracks.map(({ uploadedAtMs }) => uploadedAtMs);
    expect(times).toEqual([...times].sort((a, b) => b - a));
  });

  it("names the people who have marked the room to its members only, and counts them for everyone", async () => {
    const [mira, leo, nina] = [await registerUser("Mira"), await registerUser("Leo"), await registerUser("Nina")];
    const { id } = await mira.call("rooms.create", { name: "Liked" });
    const idOf = async (client: typeof mira) =>
      (await (await client.fetch("/api/_auth/session")).json<SessionResponse>()).user?.id ?? ("" as UserId);
    const [leoId, ninaId] = [await idOf(leo), await idOf(nina)];
    await leo.call("rooms.toggleFavorite", { roomId: id, userId: leoId });
    await nina.call("rooms.toggleFavorite", { roomId: id, userId: ninaId });
    const read = async (client: Pick<typeof mira, "call">) => {
      const { favorite_users, favorites } = await client.call("rooms.get", { id });
      return { favorite_users: [...favorite_users].sort(), favorites };
    };
    expect(await read(mira)).toEqual({ favorite_users: [leoId, ninaId].sort(), favorites: 2 });
    expect(await read(nina)).toEqual({ favorite_users: [ninaId], favorites: 2 });
    expect(await read(createClient())).toEqual({ favorite_users: [], favorites: 2 });
    const { rooms } = await mira.call("rooms.getPublicRoomsWithAuthors", { search: "liked" });
    expect(rooms[0]).toMatchObject({ favorite_users: [], favorites: 2 });
    const { room } = await leo.call("rooms.getRoomInfoByUrl", { room_url: id });
    expect(room).toMatchObject({ favorite_users: [leoId], favorites: 2 });
  });
});

describe("the function endpoint", () => {
  it("accepts every spelling of a name, and arguments as an object or in an array", async () => {
    const client = createClient();
    for (const path of ["rooms.get", "rooms:get", "rooms/get"]) {
      for (const args of [{ id: "nowhere" }, [{ id: "nowhere" }]]) {
        for (const kind of ["query", "function"]) {
          const answer = await client.post(`/api/${kind}`, { path, format: "json", args });
          expect(answer.status).toBe(560);
          expect(await answer.json<FunctionFailure>()).toEqual({
            status: "error",
            errorMessage: "Room not found",
            errorData: { code: "room-not-found" },
            logLines: [],
          });
        }
      }
    }
  });

  it("answers a malformed request with 400, and an unknown function or kind with 404", async () => {
    const client = createClient();
    for (const body of [
      "{",
      "[]",
      '{"path":5}',
      '{"path":"rooms.get","args":"x"}',
      '{"path":"rooms.get","format":"xml","args":{}}',
    ]) {
      const answer = await client.post("/api/query", body);
      expect(answer.status).toBe(400);
      expect((await answer.json<MalformedRequest>()).code).toBe("malformed-request");
    }
    for (const path of ["rooms.nothing", "constructor", "rooms.create"]) {
      const answer = await client.post("/api/query", { path, args: {} });
      expect(answer.status).toBe(404);
      const message = `There is no function ${path} of this kind`;
      expect(await answer.json<MalformedRequest>()).toEqual({ code: "unknown-function", message });
    }
  });
});
