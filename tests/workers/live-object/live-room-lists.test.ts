import { env } from "cloudflare:test";
import { expect, it } from "vitest";
import type { RoomId } from "#app/domain/ids.ts";
import { createDb } from "#db/client.ts";
import { saveNowPlaying } from "#db/queries/now-playing.ts";
import { savePresence } from "#db/queries/rooms.ts";
import { waitFor } from "#tests/support/wait.ts";
import { createClient, registerUser } from "#tests/workers/support/client.ts";
import { liveObject } from "#workers/live-contract/live-stub.ts";
import { add, connect, type Message, modify, results } from "./live-socket.ts";

const PUBLIC = "rooms.getPublicRoomsWithAuthors";
const OWN = "rooms.getUserRoomsWithAuthors";

type Listed = {
  readonly rooms: readonly { readonly name: string }[];
  readonly roomUsers: Readonly<Record<RoomId, number>>;
  readonly nowPlaying: Readonly<Record<RoomId, { readonly title: string }>>;
};

async function register() {
  const user = await registerUser();
  const session = await (await user.fetch("/api/_auth/session")).json<{ user: { id: string } }>();
  return { user, id: session.user.id };
}

const namesIn = ({ rooms }: Listed) => rooms.map(({ name }) => name);
const listsOf = (received: readonly Message[], queryId: number) =>
  results(received)
    .filter((result) => result["queryId"] === queryId)
    .map(({ value }) => value as Listed);

async function setPresence(roomId: RoomId, activeUsers: number) {
  await savePresence(createDb(env.DB), { roomId, activeUsers, updatedAtMs: Date.now() });
  await liveObject(env).notifyWrite();
}

async function setTrack(roomId: RoomId, title: string) {
  await saveNowPlaying(createDb(env.DB), { roomId, track: { title, artist: "" }, updatedAtMs: Date.now() });
  await liveObject(env).notifyWrite();
}

it("a list follows the tracks of rooms that only members see, and with the numbers of people also those of other rooms", async () => {
  const { user, id: userId } = await register();
  const open = await user.call("rooms.create", { name: "Open" });
  const hidden = await user.call("rooms.create", { name: "Hidden" });
  await user.call("rooms.update", { id: hidden.id, visibility: "hidden" });
  const { received, send } = await connect(user);
  send(modify(0, [add(0, OWN, { userId, counts: "initial" }), add(1, OWN, { userId })]));
  await waitFor(() => expect(results(received)).toHaveLength(2));
  const titles = (queryId: number, roomId: RoomId) =>
    listsOf(received, queryId).map(({ nowPlaying }) => nowPlaying[roomId]?.title);
  await setTrack(open.id, "Tram");
  await waitFor(() => expect(titles(1, open.id)).toEqual([undefined, "Tram"]));
  await setTrack(hidden.id, "Train");
  await waitFor(() => expect(titles(0, hidden.id)).toEqual([undefined, "Train"]));
  expect(titles(0, open.id)).toEqual([undefined, "Tram"]);
  await waitFor(() => expect(titles(1, hidden.id)).toEqual([undefined, undefined, "Train"]));
  expect(titles(1, open.id)).toEqual([undefined, "Tram", "Tram"]);
});

it("a search follows the tracks of all rooms only with the numbers of people", async () => {
  const { user } = await register();
  const { id } = await user.call("rooms.create", { name: "Shed" });
  const { received, send } = await connect(createClient());
  const args = { search: "bicycle" };
  send(modify(0, [add(0, PUBLIC, args), add(1, PUBLIC, { ...args, counts: "initial" })]));
  await waitFor(() => expect(results(received)).toHaveLength(2));
  await setTrack(id, "A bicycle ride");
  await waitFor(() => expect(listsOf(received, 0).map(namesIn)).toEqual([[], ["Shed"]]));
  await user.call("rooms.update", { id, description: "Full of things" });
  await waitFor(() => expect(listsOf(received, 1).map(namesIn)).toEqual([[], ["Shed"]]));
});

it("a list follows the numbers of people, unless only the initial ones were asked for", async () => {
  const { user } = await register();
  const { id } = await user.call("rooms.create", { name: "Counted" });
  const { received, send } = await connect(createClient());
  const args = { search: "counted" };
  send(modify(0, [add(0, PUBLIC, args), add(1, PUBLIC, { ...args, counts: "initial" })]));
  await waitFor(() => expect(results(received)).toHaveLength(2));
  await setPresence(id, 3);
  await waitFor(() => expect(listsOf(received, 0).map(({ roomUsers }) => roomUsers[id])).toEqual([0, 3]));
  expect(listsOf(received, 1).map(({ roomUsers }) => roomUsers[id])).toEqual([0]);
  await user.call("rooms.update", { id, description: "With a view" });
  await waitFor(() => expect(listsOf(received, 1).map(({ roomUsers }) => roomUsers[id])).toEqual([0, 3]));
});

it("a search follows the names of rooms and owners", async () => {
  const { user, id: userId } = await register();
  const { id } = await user.call("rooms.create", { name: "Cellar" });
  const { received, send } = await connect(createClient());
  send(modify(0, [add(0, PUBLIC, { search: "attic", counts: "initial" }), add(1, PUBLIC, { search: "zinaida" })]));
  await waitFor(() => expect(results(received)).toHaveLength(2));
  await user.call("rooms.update", { id, name: "Attic" });
  await waitFor(() => expect(namesIn(listsOf(received, 0).at(-1) as Listed)).toEqual(["Attic"]));
  await user.call("users.updateUserProfile", { id: userId as never, name: "Zinaida" });
  await waitFor(() => expect(namesIn(listsOf(received, 1).at(-1) as Listed)).toEqual(["Attic"]));
});

it("a person's own list follows memberships, marks, names and deletions, and not the rooms of others", async () => {
  const [owner, other] = [await register(), await register()];
  const { id } = await owner.user.call("rooms.create", { name: "Shared" });
  await owner.user.call("rooms.update", { id, visibility: "hidden" });
  const { received, send } = await connect(other.user);
  send(modify(0, [add(0, OWN, { userId: other.id, counts: "initial" })]));
  const expectNames = (names: readonly string[]) =>
    waitFor(() => expect(namesIn(listsOf(received, 0).at(-1) as Listed)).toEqual(names));
  await expectNames([]);
  await owner.user.call("members.add", { id, username: other.user.username, role: "viewer" });
  await expectNames(["Shared"]);
  await owner.user.call("rooms.update", { id, name: "Renamed" });
  await expectNames(["Renamed"]);
  await owner.user.call("rooms.create", { name: "Not shared" });
  await owner.user.call("rooms.remove", { id });
  await expectNames([]);
  expect(listsOf(received, 0)).toHaveLength(4);
});
