import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { createClient, registerUser } from "#tests/workers/support/client.ts";
import { readUserId } from "#tests/workers/support/read-user-id.ts";
import type { FunctionArgs, FunctionValue } from "#workers/api/registry.ts";

type Page = FunctionValue<"rooms.getPublicRoomsWithAuthors">;
type ListArgs = FunctionArgs<"rooms.getPublicRoomsWithAuthors">;
type User = Awaited<ReturnType<typeof registerUser>>;

const toNames = ({ rooms }: Page) => rooms.map(({ name }) => name);
const listPublic = (args: ListArgs = {}) => createClient().call("rooms.getPublicRoomsWithAuthors", args);

/** The rooms of which the user is a member. */
async function listOwn(user: User, args: ListArgs = {}): Promise<Page> {
  const userId = await readUserId(user);
  return user.call("rooms.getUserRoomsWithAuthors", { ...args, userId });
}

async function createRoom(user: User, name: string, settings: object = {}): Promise<string> {
  const { id } = await user.call("rooms.create", { name });
  if (Object.keys(settings).length > 0) await user.call("rooms.update", { id, ...settings });
  return id;
}

/** All rooms of a list, page by page. */
async function walk(args: ListArgs): Promise<Page["rooms"]> {
  const page = await listPublic(args);
  expect(page.isDone).toBe(page.nextCursor === null);
  return page.nextCursor === null ? page.rooms : [...page.rooms, ...(await walk({ ...args, cursor: page.nextCursor }))];
}

describe("room search", () => {
  it("matches names, descriptions and owners' names in any case and script, and е as ё", async () => {
    const zhenya = await registerUser("Артём Вёснин");
    await createRoom(zhenya, "ЁЛКА и Гирлянда", { description: "Каждую пятницу, Zürich-style SYNTHS" });
    for (const search of [
      "ёлка",
      "елка",
      "ЕЛКА",
      "Гирлянда",
      "гирл",
      "ПЯТНИЦУ",
      "zürich",
      "ZÜRICH-STYLE",
      "synths",
      "артем",
      "АРТЁМ",
      "вёснин",
      "  synths   ёлка ",
      "веснин гирлянда пятницу",
    ]) {
      expect(toNames(await listPublic({ search })), search).toEqual(["ЁЛКА и Гирлянда"]);
    }
  });

  it("requires every word, and takes special characters of SQL literally", async () => {
    const mira = await registerUser();
    await createRoom(mira, '100% of_it\'s "mine"');
    await createRoom(mira, "1000 of its kind");
    expect(toNames(await listPublic({ search: "100%" }))).toEqual(['100% of_it\'s "mine"']);
    expect(toNames(await listPublic({ search: "of_it's" }))).toEqual(['100% of_it\'s "mine"']);
    expect(toNames(await listPublic({ search: "of nothing-such" }))).toEqual([]);
    expect((await listPublic({ search: "of" })).total).toBe(2);
  });

  it("shows the description of a room with a password to its members only", async () => {
    const [mira, otto] = [await registerUser("Mira"), await registerUser("Otto")];
    const id = await createRoom(mira, "Behind a door", { description: "a secret", password: "open sesame" });
    const describe = async (user: User) => {
      const { rooms } = await user.call("rooms.getPublicRoomsWithAuthors", { search: "behind a door" });
      return rooms.find(({ _id }) => _id === id)?.description;
    };
    expect(await describe(mira)).toBe("a secret");
    expect(await describe(otto)).toBe("");
    expect(toNames(await listPublic({ search: "secret" }))).not.toContain("Behind a door");
    await mira.call("rooms.update", { id, password: null });
    expect(toNames(await listPublic({ search: "secret" }))).toContain("Behind a door");
  });

  it("uses the current name and description of a room", async () => {
    const mira = await registerUser();
    const id = await createRoom(mira, "Barcarole");
    await mira.call("rooms.update", { id, name: "Полонез", description: "fuga" });
    expect((await listPublic({ search: "barcarole" })).total).toBe(0);
    expect(toNames(await listPublic({ search: "ПОЛОНЕЗ Fuga" }))).toEqual(["Полонез"]);
  });

  it("MB4 uses the name of the current owner", async () => {
    const [former, successor] = [await registerUser("Formerly"), await registerUser("Successor")];
    const id = await createRoom(former, "Inherited");
    await former.call("members.add", { id, username: successor.username, role: "admin" });
    await former.call("members.transferOwnership", { id, userId: await readUserId(successor) });
    expect(toNames(await listPublic({ search: "successor" }))).toEqual(["Inherited"]);
    expect(toNames(await listPublic({ search: "formerly" }))).toEqual([]);
  });
});

describe("the order of the room list", () => {
  it("is by the number of users, by age, or by name regardless of case, also in reverse", async () => {
    const mira = await registerUser();
    const ids = new Map<string, string>();
    for (const name of ["sorted b", "Sorted A", "sorted Я", "Sorted а"]) ids.set(name, await createRoom(mira, name));
    const setRow = (name: string, createdAtMs: number, activeUsers: number) =>
      env.DB.prepare("UPDATE rooms SET created_at_ms = ?, active_users = ? WHERE id = ?")
        .bind(createdAtMs, activeUsers, ids.get(name))
        .run();
    await setRow("sorted b", 1000, 0);
    await setRow("Sorted A", 2000, 2);
    await setRow("sorted Я", 3000, 0);
    await setRow("Sorted а", 4000, 1);
    const listSorted = async (sort?: ListArgs["sort"]) =>
      toNames(await listPublic({ search: "sorted", ...(sort && { sort }) }));
    expect(await listSorted()).toEqual(["Sorted A", "Sorted а", "sorted Я", "sorted b"]);
    expect(await listSorted("lively")).toEqual(await listSorted());
    expect(await listSorted("newest")).toEqual(["Sorted а", "sorted Я", "Sorted A", "sorted b"]);
    expect(await listSorted("oldest")).toEqual(["sorted b", "Sorted A", "sorted Я", "Sorted а"]);
    expect(await listSorted("name")).toEqual(["Sorted A", "sorted b", "Sorted а", "sorted Я"]);
    expect(await listSorted("name-reverse")).toEqual(["sorted Я", "Sorted а", "sorted b", "Sorted A"]);
  });

  it("has pages without overlaps and gaps, even if rooms are equal in it", async () => {
    const mira = await registerUser();
    const ids = await Promise.all(Array.from({ length: 23 }, () => createRoom(mira, "Paged")));
    await env.DB.prepare("UPDATE rooms SET created_at_ms = 7 WHERE name = 'Paged'").run();
    for (const sort of ["lively", "newest", "oldest", "name", "name-reverse"] as const) {
      const pages = await Promise.all(
        [0, 5, 10, 15, 20, 25].map((offset) => listPublic({ search: "paged", sort, offset, limit: 5 })),
      );
      expect(pages.map(({ rooms }) => rooms.length)).toEqual([5, 5, 5, 5, 3, 0]);
      expect(pages.map(({ total }) => total)).toEqual([23, 23, 23, 23, 23, 23]);
      expect(new Set(pages.flatMap(({ rooms }) => rooms.map(({ _id }) => _id)))).toEqual(new Set(ids));
      const walked = await walk({ search: "paged", sort, limit: 5 });
      expect(walked.map(({ _id }) => _id)).toEqual(pages.flatMap(({ rooms }) => rooms.map(({ _id }) => _id)));
    }
  });

  it("has cursors that rooms which are added or removed meanwhile do not shift", async () => {
    const mira = await registerUser();
    const ids = [];
    for (let i = 0; i < 6; i++) ids.push(await createRoom(mira, `Walked ${i}`));
    const first = await listPublic({ search: "walked", sort: "oldest", limit: 3 });
    expect(toNames(first)).toEqual(["Walked 0", "Walked 1", "Walked 2"]);
    await mira.call("rooms.remove", { id: ids[1] ?? "" });
    const cursor = first.nextCursor ?? "";
    const second = await listPublic({ search: "walked", sort: "oldest", limit: 3, cursor });
    expect(toNames(second)).toEqual(["Walked 3", "Walked 4", "Walked 5"]);
    expect(second).toMatchObject({ isDone: true, nextCursor: null, total: 5 });
    const base64 = (text: string) => btoa(text).replaceAll("=", "");
    for (const wrong of [
      "",
      "?",
      base64("[]"),
      base64('["oldest"]'),
      base64('["oldest",1,"a","b"]'),
      base64('["oldest",1,null]'),
    ]) {
      const args = { sort: "oldest", cursor: wrong };
      expect(await createClient().refusal("rooms.getPublicRoomsWithAuthors", args), wrong).toBe("invalid-arguments");
    }
    // the cursor of a list in another order
    expect(await createClient().refusal("rooms.getPublicRoomsWithAuthors", { cursor })).toBe("invalid-arguments");
  });
});

describe("room lists", () => {
  it("show hidden rooms to their members only, and no deleted rooms", async () => {
    const [mira, leo] = [await registerUser(), await registerUser("Лев")];
    const hidden = await createRoom(mira, "Unlisted attic", { visibility: "hidden" });
    const deleted = await createRoom(mira, "Unlisted cellar");
    await mira.call("rooms.remove", { id: deleted });
    expect((await listPublic({ search: "unlisted" })).total).toBe(0);
    expect((await leo.call("rooms.getPublicRoomsWithAuthors", { search: "unlisted" })).total).toBe(0);
    expect(toNames(await listOwn(mira, { search: "UNLISTED" }))).toEqual(["Unlisted attic"]);
    expect((await listOwn(leo)).total).toBe(0);
    expect((await listOwn(mira)).rooms.find(({ _id }) => _id === hidden)).toMatchObject({
      role: "owner",
      visibility: "hidden",
    });
  });

  it("show the caller's memberships without pending requests, and refuse another person's list", async () => {
    const [mira, leo] = [await registerUser(), await registerUser()];
    const id = await createRoom(mira, "Shared loft");
    await createRoom(leo, "Own loft");
    const leoId = await readUserId(leo);
    const setRole = (role: string) =>
      env.DB.prepare(
        "INSERT OR REPLACE INTO members (room_id, user_id, role, created_at_ms, changed_at_ms) VALUES (?, ?, ?, 0, 0)",
      )
        .bind(id, leoId, role)
        .run();
    await setRole("requested");
    expect(toNames(await listOwn(leo))).toEqual(["Own loft"]);
    expect((await leo.call("rooms.getPublicRoomsWithAuthors", { search: "shared loft" })).rooms[0]?.role).toBe("requested");
    await setRole("editor");
    expect(toNames(await listOwn(leo, { sort: "name" }))).toEqual(["Own loft", "Shared loft"]);
    expect(await mira.refusal("rooms.getUserRoomsWithAuthors", { userId: leoId })).toBe("forbidden");
    expect(await createClient().refusal("rooms.getUserRoomsWithAuthors", { userId: leoId })).toBe("login-required");
  });

  it("show the caller's own favorites, among public rooms and among their own rooms", async () => {
    const [mira, leo] = [await registerUser(), await registerUser()];
    const first = await createRoom(mira, "Marked one");
    await createRoom(mira, "Marked two");
    const leoId = await readUserId(leo);
    expect(await leo.call("rooms.toggleFavorite", { roomId: first, userId: leoId } as never)).toEqual({ isFavorite: true });
    const marked = await leo.call("rooms.getPublicRoomsWithAuthors", { favorites: true });
    expect(toNames(marked)).toEqual(["Marked one"]);
    expect(marked.rooms[0]?.favorite_users).toEqual([leoId]);
    expect((await listOwn(leo, { favorites: true })).total).toBe(0);
    expect((await mira.call("rooms.getPublicRoomsWithAuthors", { favorites: true })).total).toBe(0);
    expect((await listPublic({ favorites: true })).total).toBe(0);
    expect((await mira.call("rooms.getPublicRoomsWithAuthors", { search: "marked one" })).rooms[0]?.favorite_users).toEqual([]);
    expect(await leo.call("rooms.toggleFavorite", { roomId: first, userId: leoId } as never)).toEqual({ isFavorite: false });
    expect((await leo.call("rooms.getPublicRoomsWithAuthors", { favorites: true })).total).toBe(0);
  });

  it("keep a favorite that is set a second time, and stay without one that is removed a second time", async () => {
    const [mira, leo] = [await registerUser(), await registerUser()];
    const roomId = await createRoom(mira, "Set twice");
    const userId = await readUserId(leo);
    for (const isFavorite of [true, true, false, false]) {
      expect(await leo.call("rooms.toggleFavorite", { roomId, userId, isFavorite } as never)).toEqual({ isFavorite });
      const { total } = await leo.call("rooms.getPublicRoomsWithAuthors", { favorites: true });
      expect(total).toBe(isFavorite ? 1 : 0);
    }
  });

  it("show favorites that are hidden among the own rooms, as they are in no other list", async () => {
    const [mira, leo] = [await registerUser(), await registerUser()];
    const listed = await createRoom(mira, "Kept in public");
    const hidden = await createRoom(mira, "Kept in the dark", {
      visibility: "hidden",
      password: "open sesame",
      description: "x",
    });
    await createRoom(mira, "Kept from others", { visibility: "hidden" });
    const userId = await readUserId(leo);
    for (const roomId of [listed, hidden]) await leo.call("rooms.toggleFavorite", { roomId, userId } as never);
    const own = await listOwn(leo);
    expect(toNames(own)).toEqual(["Kept in the dark"]);
    expect(own.rooms[0]).toMatchObject({ role: null, description: "", favorite_users: [userId], favorites: 1 });
    expect((await listOwn(leo, { favorites: true })).total).toBe(1);
    expect(toNames(await listOwn(mira, { search: "kept", sort: "name" }))).toHaveLength(3);
    await mira.call("rooms.remove", { id: hidden });
    expect((await listOwn(leo)).total).toBe(0);
  });
});
