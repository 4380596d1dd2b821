import { describe, expect, it } from "vitest";
import type { RoomId } from "#app/domain/ids.ts";
import { decodeLobbyMessage, LOBBY_VERSION, type LobbyMessage } from "#app/protocol/lobby-messages.ts";
import { type Client, newClient, newMember, ORIGIN } from "#tests/workers/support/client.ts";
import { joinRoom } from "#tests/workers/support/room-socket.ts";

/** What is shown of a change, within this time. */
const WITHIN_MS = 2000;

async function createLobbyConnection(client: Client) {
  const headers = { Upgrade: "websocket", Origin: ORIGIN };
  const { webSocket } = await client.fetch(`/api/lobby/socket?v=${LOBBY_VERSION}`, { headers });
  if (!webSocket) throw new Error("no socket");
  const received: LobbyMessage[] = [];
  webSocket.addEventListener("message", ({ data }) => {
    const frame = decodeLobbyMessage(data);
    if (frame) received.push(frame);
  });
  webSocket.accept();
  return {
    watch: (rooms: readonly RoomId[]) => webSocket.send(JSON.stringify({ type: "watch", rooms })),
    /** Until a frame says this. */
    hears: (frame: unknown) => expect.poll(() => received, { timeout: WITHIN_MS }).toContainEqual(frame),
    countOf: (id: RoomId) => received.flatMap((frame) => (frame.type === "counts" ? (frame.rooms[id] ?? []) : [])).at(-1),
    received,
    close: () => webSocket.close(1000),
  };
}

describe("the lobby", () => {
  it("tells counts of public rooms to everyone, those of hidden ones to who knows their ids", async () => {
    const owner = await newMember();
    const open = await owner.call("rooms.create", { name: "Open" });
    const hidden = await owner.call("rooms.create", { name: "Hidden" });
    await owner.call("rooms.update", { id: hidden.id, visibility: "hidden" });
    const [stranger, own] = [await createLobbyConnection(newClient()), await createLobbyConnection(owner)];
    own.watch([hidden.id]);
    const devices = [await joinRoom(newClient(), open.id), await joinRoom(newClient(), hidden.id)];
    await expect.poll(() => stranger.countOf(open.id), { timeout: WITHIN_MS }).toBe(1);
    await expect.poll(() => own.countOf(hidden.id), { timeout: WITHIN_MS }).toBe(1);
    for (const device of devices) device.socket.close(1000);
    await expect.poll(() => stranger.countOf(open.id), { timeout: WITHIN_MS }).toBe(0);
    await expect.poll(() => own.countOf(hidden.id), { timeout: WITHIN_MS }).toBe(0);
    expect(stranger.countOf(hidden.id)).toBeUndefined();
    for (const lobby of [stranger, own]) lobby.close();
  });

  it("tells of new, changed and removed public rooms, and people of their own", async () => {
    const [owner, other] = [await newMember(), await newMember()];
    const [stranger, theirs] = [await createLobbyConnection(newClient()), await createLobbyConnection(other)];
    const { id } = await owner.call("rooms.create", { name: "New" });
    await stranger.hears({ type: "list" });
    await owner.call("members.add", { id, username: other.username, role: "viewer" });
    await theirs.hears({ type: "mine" });
    stranger.received.length = 0;
    await owner.call("rooms.update", { id, visibility: "hidden" });
    await stranger.hears({ type: "list" });
    await new Promise((resolve) => setTimeout(resolve, 500));
    stranger.received.length = 0;
    await owner.call("rooms.update", { id, name: "Not for you" });
    await owner.call("rooms.toggleFavorite", { roomId: id, userId: await idOf(owner) });
    expect(stranger.received).toEqual([]);
    for (const lobby of [stranger, theirs]) lobby.close();
  });

  it("tells somebody's other pages of their favorites, and nobody else's", async () => {
    const [owner, other] = [await newMember(), await newMember()];
    const { id } = await owner.call("rooms.create", { name: "Loved" });
    const [own, theirs] = [await createLobbyConnection(owner), await createLobbyConnection(other)];
    const userId = await idOf(owner);
    expect(await owner.call("rooms.toggleFavorite", { roomId: id, userId })).toEqual({ isFavorite: true });
    await own.hears({ type: "favorite", roomId: id, isFavorite: true });
    expect(await owner.call("rooms.toggleFavorite", { roomId: id, userId })).toEqual({ isFavorite: false });
    await own.hears({ type: "favorite", roomId: id, isFavorite: false });
    expect(theirs.received.filter(({ type }) => type === "favorite")).toEqual([]);
    for (const lobby of [own, theirs]) lobby.close();
  });

  it("turns away other sites and what makes no sense, and goes on", async () => {
    const client = newClient();
    const path = `/api/lobby/socket?v=${LOBBY_VERSION}`;
    expect((await client.fetch(path)).status).toBe(400);
    expect((await client.fetch(path, { headers: { Upgrade: "websocket", Origin: "https://evil.test" } })).status).toBe(403);
    const old = { headers: { Upgrade: "websocket", Origin: ORIGIN } };
    expect((await client.fetch("/api/lobby/socket?v=0", old)).status).toBe(426);
    const lobby = await createLobbyConnection(client);
    lobby.watch(["nonsense" as RoomId]);
    const owner = await newMember();
    await owner.call("rooms.create", { name: "Still there" });
    await lobby.hears({ type: "list" });
    lobby.close();
  });
});

async function idOf(client: Client) {
  const answer = await client.fetch("/api/_auth/session");
  const { user } = await answer.json<{ user: { id: never } }>();
  return user.id;
}
