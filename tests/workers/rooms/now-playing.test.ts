import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { RoomId } from "#app/domain/ids.ts";
import { createDb } from "#db/client.ts";
import { saveNowPlaying } from "#db/queries/now-playing.ts";
import { type Client, createClient, registerUser } from "#tests/workers/support/client.ts";
import { readUserId } from "#tests/workers/support/read-user-id.ts";
import type { FunctionArgs } from "#workers/api/registry.ts";

type ListArgs = FunctionArgs<"rooms.getPublicRoomsWithAuthors">;
type User = Awaited<ReturnType<typeof registerUser>>;

const TRACK = { title: "Ночной трамвай", artist: "Zéphyr & Ёж" };

const playTrack = (roomId: RoomId) => saveNowPlaying(createDb(env.DB), { roomId, track: TRACK, updatedAtMs: Date.now() });

/** The public rooms, or the user's own. */
const listPublic = (client: Client, args: ListArgs = {}) => client.call("rooms.getPublicRoomsWithAuthors", args);
const listOwn = async (user: User, args: ListArgs = {}) =>
  user.call("rooms.getUserRoomsWithAuthors", { ...args, userId: await readUserId(user) });

/** Four rooms of one owner in which the track plays. Each name begins with `word`. */
async function createRooms(word: string) {
  const owner = await registerUser("Otto");
  const create = async (name: string, settings: object) => {
    const { id } = await owner.call("rooms.create", { name: `${word} ${name}` });
    await owner.call("rooms.update", { id, ...settings });
    await playTrack(id);
    return id;
  };
  const hidden = { visibility: "hidden" };
  const locked = { password: "open sesame" };
  return {
    owner,
    open: await create("open", {}),
    locked: await create("locked", locked),
    hidden: await create("hidden", hidden),
    both: await create("both", { ...hidden, ...locked }),
  };
}

describe("the track that plays", () => {
  it("NP3 of a public room without a password is in the lists of everyone, and that of any other room only for members", async () => {
    const { owner, open, locked, hidden, both } = await createRooms("visible");
    const [member, stranger, requester] = [await registerUser(), await registerUser(), await registerUser()];
    for (const id of [locked, hidden, both]) {
      await owner.call("members.add", { id, username: member.username, role: "viewer" });
      // a hidden favorite is in the own list of a person who is not a member
      await stranger.call("rooms.toggleFavorite", { roomId: id, userId: await readUserId(stranger) });
      await requester.call("rooms.toggleFavorite", { roomId: id, userId: await readUserId(requester) });
      await requester.call("access.request", { id });
    }
    const search = { search: "visible" };
    for (const client of [createClient(), stranger, requester]) {
      const { rooms, nowPlaying } = await listPublic(client, search);
      expect(rooms.map(({ _id }) => _id).sort()).toEqual([open, locked].sort());
      expect(nowPlaying).toEqual({ [open]: TRACK });
    }
    for (const user of [stranger, requester]) {
      const { rooms, nowPlaying } = await listOwn(user, search);
      expect(rooms.map(({ _id }) => _id).sort()).toEqual([hidden, both].sort());
      expect(nowPlaying).toEqual({});
    }
    expect((await listPublic(member, search)).nowPlaying).toEqual({ [open]: TRACK, [locked]: TRACK });
    expect((await listOwn(member, search)).nowPlaying).toEqual({ [locked]: TRACK, [hidden]: TRACK, [both]: TRACK });
  });

  it("NP3 is found by the search in the rooms in which the caller may see it", async () => {
    const { owner, locked, hidden, both } = await createRooms("searched");
    const [member, stranger] = [await registerUser(), await registerUser()];
    for (const id of [locked, hidden, both]) {
      await owner.call("members.add", { id, username: member.username, role: "viewer" });
      await stranger.call("rooms.toggleFavorite", { roomId: id, userId: await readUserId(stranger) });
    }
    const countFound = async (client: Client, words: string) =>
      (await listPublic(client, { search: `searched ${words}` })).total;
    for (const words of ["трамвай", "НОЧНОЙ", "zéphyr", "еж", "tram", "трамвай zéphyr", "open ёж"]) {
      const isWrong = words === "tram";
      expect(await countFound(createClient(), words), words).toBe(isWrong ? 0 : 1);
      expect(await countFound(stranger, words), words).toBe(isWrong ? 0 : 1);
    }
    expect(await countFound(member, "трамвай")).toBe(2);
    expect((await listOwn(member, { search: "searched ночной" })).total).toBe(3);
    expect((await listOwn(stranger, { search: "searched ночной" })).total).toBe(0);
    expect((await listOwn(stranger, { search: "searched" })).total).toBe(2);
  });

  it("is no longer found or listed once it has ended, and leaves with its room", async () => {
    const { owner, open, locked } = await createRooms("ended");
    await saveNowPlaying(createDb(env.DB), { roomId: open, track: null, updatedAtMs: Date.now() });
    expect((await listPublic(createClient(), { search: "ended" })).nowPlaying).toEqual({});
    expect((await listPublic(createClient(), { search: "ended трамвай" })).total).toBe(0);
    await owner.call("rooms.remove", { id: locked });
    const rows = await env.DB.prepare("SELECT room_id FROM now_playing WHERE room_id IN (?, ?)").bind(open, locked).all();
    expect(rows.results).toEqual([]);
  });

  it("can be searched for with the most words in a list of favorites", async () => {
    const { owner, open } = await createRooms("long");
    const userId = await readUserId(owner);
    await owner.call("rooms.toggleFavorite", { roomId: open, userId });
    const words = Array.from({ length: 12 }, () => "трамвай").join(" ");
    const args = { search: words, favorites: true, sort: "lively", limit: 1 } as const;
    expect((await listPublic(owner, args)).total).toBe(1);
    expect((await listOwn(owner, args)).total).toBe(1);
  });
});
