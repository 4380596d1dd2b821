import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { newClient, newMember } from "#tests/workers/support/client.ts";
import type { FunctionArgs, FunctionValue } from "#workers/functions/registry.ts";

type Page = FunctionValue<"rooms.getPublicRoomsWithAuthors">;
type Asked = FunctionArgs<"rooms.getPublicRoomsWithAuthors">;
type Member = Awaited<ReturnType<typeof newMember>>;

const names = ({ rooms }: Page) => rooms.map(({ name }) => name);
const list = (args: Asked = {}) => newClient().call("rooms.getPublicRoomsWithAuthors", args);

async function idOf(member: Member): Promise<string> {
  const row = await env.DB.prepare("SELECT id FROM users WHERE username = ?").bind(member.username).first<{ id: string }>();
  return row?.id ?? "";
}

/** What `userId` takes where a caller's own id stands. */
async function mine(member: Member, args: Asked = {}): Promise<Page> {
  const userId = await idOf(member);
  return member.call("rooms.getUserRoomsWithAuthors", { ...args, userId } as FunctionArgs<"rooms.getUserRoomsWithAuthors">);
}

async function make(member: Member, name: string, change: object = {}): Promise<string> {
  const { id } = await member.call("rooms.create", { name });
  if (Object.keys(change).length > 0) await member.call("rooms.update", { id, ...change });
  return id;
}

describe("search", () => {
  it("finds Cyrillic and Latin in any case, by name, description and author, and takes е for ё", async () => {
    const zhenya = await newMember("Артём Вёснин");
    await make(zhenya, "ЁЛКА и Гирлянда", { description: "Каждую пятницу, Zürich-style SYNTHS" });
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
      expect(names(await list({ search })), search).toEqual(["ЁЛКА и Гирлянда"]);
    }
  });

  it("wants every word, and takes what means something to SQL for what it is", async () => {
    const mira = await newMember();
    await make(mira, '100% of_it\'s "mine"');
    await make(mira, "1000 of its kind");
    expect(names(await list({ search: "100%" }))).toEqual(['100% of_it\'s "mine"']);
    expect(names(await list({ search: "of_it's" }))).toEqual(['100% of_it\'s "mine"']);
    expect(names(await list({ search: "of nothing-such" }))).toEqual([]);
    expect((await list({ search: "of" })).total).toBe(2);
  });

  it("follows a room that gets another name or description", async () => {
    const mira = await newMember();
    const id = await make(mira, "Barcarole");
    await mira.call("rooms.update", { id, name: "Полонез", description: "fuga" });
    expect((await list({ search: "barcarole" })).total).toBe(0);
    expect(names(await list({ search: "ПОЛОНЕЗ Fuga" }))).toEqual(["Полонез"]);
  });
});

describe("order", () => {
  it("sorts by liveliness, age and name, in which case means nothing, and in reverse", async () => {
    const mira = await newMember();
    const ids = new Map<string, string>();
    for (const name of ["sorted b", "Sorted A", "sorted Я", "Sorted а"]) ids.set(name, await make(mira, name));
    const at = (name: string, ms: number, people: number) =>
      env.DB.prepare("UPDATE rooms SET created_at_ms = ?, active_users = ? WHERE id = ?").bind(ms, people, ids.get(name)).run();
    await at("sorted b", 1000, 0);
    await at("Sorted A", 2000, 2);
    await at("sorted Я", 3000, 0);
    await at("Sorted а", 4000, 1);
    const sorted = async (sort?: Asked["sort"]) => names(await list({ search: "sorted", ...(sort && { sort }) }));
    expect(await sorted()).toEqual(["Sorted A", "Sorted а", "sorted Я", "sorted b"]);
    expect(await sorted("lively")).toEqual(await sorted());
    expect(await sorted("newest")).toEqual(["Sorted а", "sorted Я", "Sorted A", "sorted b"]);
    expect(await sorted("oldest")).toEqual(["sorted b", "Sorted A", "sorted Я", "Sorted а"]);
    expect(await sorted("name")).toEqual(["Sorted A", "sorted b", "Sorted а", "sorted Я"]);
    expect(await sorted("name-reverse")).toEqual(["sorted Я", "Sorted а", "sorted b", "Sorted A"]);
  });

  it("pages neither overlap nor leave gaps, in any order, where rooms are alike", async () => {
    const mira = await newMember();
    const made = await Promise.all(Array.from({ length: 23 }, () => make(mira, "Paged")));
    await env.DB.prepare("UPDATE rooms SET created_at_ms = 7 WHERE name = 'Paged'").run();
    for (const sort of ["lively", "newest", "oldest", "name", "name-reverse"] as const) {
      const pages = await Promise.all(
        [0, 5, 10, 15, 20, 25].map((offset) => list({ search: "paged", sort, offset, limit: 5 })),
      );
      expect(pages.map(({ rooms }) => rooms.length)).toEqual([5, 5, 5, 5, 3, 0]);
      expect(pages.map(({ total }) => total)).toEqual([23, 23, 23, 23, 23, 23]);
      expect(new Set(pages.flatMap(({ rooms }) => rooms.map(({ _id }) => _id)))).toEqual(new Set(made));
    }
  });
});

describe("whose rooms", () => {
  it("hidden rooms are listed to their members alone, and no longer when they are deleted", async () => {
    const [mira, leo] = [await newMember(), await newMember("Лев")];
    const hidden = await make(mira, "Unlisted attic", { visibility: "hidden" });
    const gone = await make(mira, "Unlisted cellar");
    await mira.call("rooms.remove", { id: gone });
    expect((await list({ search: "unlisted" })).total).toBe(0);
    expect((await leo.call("rooms.getPublicRoomsWithAuthors", { search: "unlisted" })).total).toBe(0);
    expect(names(await mine(mira, { search: "UNLISTED" }))).toEqual(["Unlisted attic"]);
    expect((await mine(leo)).total).toBe(0);
    expect((await mine(mira)).rooms.find(({ _id }) => _id === hidden)).toMatchObject({ role: "owner", visibility: "hidden" });
  });

  it("one's own rooms are those one is a member of; a request is none; nobody sees another's", async () => {
    const [mira, leo] = [await newMember(), await newMember()];
    const id = await make(mira, "Shared loft");
    await make(leo, "Own loft");
    const leoId = await idOf(leo);
    const give = (role: string) =>
      env.DB.prepare(
        "INSERT OR REPLACE INTO members (room_id, user_id, role, created_at_ms, changed_at_ms) VALUES (?, ?, ?, 0, 0)",
      )
        .bind(id, leoId, role)
        .run();
    await give("requested");
    expect(names(await mine(leo))).toEqual(["Own loft"]);
    expect((await leo.call("rooms.getPublicRoomsWithAuthors", { search: "shared loft" })).rooms[0]?.role).toBe("requested");
    await give("editor");
    expect(names(await mine(leo, { sort: "name" }))).toEqual(["Own loft", "Shared loft"]);
    expect(await mira.refusal("rooms.getUserRoomsWithAuthors", { userId: leoId })).toBe("forbidden");
    expect(await newClient().refusal("rooms.getUserRoomsWithAuthors", { userId: leoId })).toBe("login-required");
  });

  it("favorites are the caller's own, among all rooms and among theirs", async () => {
    const [mira, leo] = [await newMember(), await newMember()];
    const first = await make(mira, "Marked one");
    await make(mira, "Marked two");
    const leoId = await idOf(leo);
    expect(await leo.call("rooms.toggleFavorite", { roomId: first, userId: leoId } as never)).toEqual({ isFavorite: true });
    const marked = await leo.call("rooms.getPublicRoomsWithAuthors", { favorites: true });
    expect(names(marked)).toEqual(["Marked one"]);
    expect(marked.rooms[0]?.favorite_users).toEqual([leoId]);
    expect((await mine(leo, { favorites: true })).total).toBe(0);
    expect((await mira.call("rooms.getPublicRoomsWithAuthors", { favorites: true })).total).toBe(0);
    expect((await list({ favorites: true })).total).toBe(0);
    expect((await mira.call("rooms.getPublicRoomsWithAuthors", { search: "marked one" })).rooms[0]?.favorite_users).toEqual([]);
    expect(await leo.call("rooms.toggleFavorite", { roomId: first, userId: leoId } as never)).toEqual({ isFavorite: false });
    expect((await leo.call("rooms.getPublicRoomsWithAuthors", { favorites: true })).total).toBe(0);
  });
});
