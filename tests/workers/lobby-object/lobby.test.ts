import { env, runInDurableObject } from "cloudflare:test";
import { describe, expect, it, vi } from "vitest";
import { lobbyLimits } from "#app/domain/access/lobby-limits.ts";
import type { RoomId } from "#app/domain/ids.ts";
import { decodeLobbyMessage, LOBBY_VERSION, type LobbyMessage } from "#app/protocol/lobby-messages.ts";
import { type Client, createClient, registerUser } from "#tests/workers/support/client.ts";
import { ORIGIN } from "#tests/workers/support/origin.ts";
import { joinRoom } from "#tests/workers/support/room-socket.ts";
import { createRoomWithTracks } from "#tests/workers/support/tracks.ts";
import { withLimits } from "#tests/workers/support/with-limits.ts";
import { lobbyObject } from "#workers/lobby-client/lobby-stub.ts";

const EVICTED = "evicted by a test";
/** How soon a change must be sent. */
const WITHIN_MS = 2000;

async function createLobbyConnection(client: Client) {
  const headers = { Upgrade: "websocket", Origin: ORIGIN };
  const { webSocket } = await client.fetch(`/api/lobby/socket?v=${LOBBY_VERSION}`, { headers });
  if (!webSocket) throw new Error("no socket");
  const received: LobbyMessage[] = [];
  webSocket.addEventListener("message", ({ data }) => {
    const message = decodeLobbyMessage(data);
    if (message) received.push(message);
  });
  const closed = new Promise<number>((resolve) => webSocket.addEventListener("close", ({ code }) => resolve(code)));
  webSocket.accept();
  return {
    closed,
    watch: (rooms: readonly RoomId[]) => webSocket.send(JSON.stringify({ type: "watch", rooms })),
    lastCount: (id: RoomId) => received.flatMap(({ rooms }) => rooms[id]?.activeUsers ?? []).at(-1),
    /** The tracks of a room in the order in which they were received. */
    tracks: (id: RoomId) => received.map(({ rooms }) => rooms[id]?.nowPlaying).filter((track) => track !== undefined),
    close: () => webSocket.close(1000),
  };
}

describe("the lobby", () => {
  it("sends the counts of public rooms to all pages, and of hidden rooms to pages that know their ids", async () => {
    const owner = await registerUser();
    const open = await owner.call("rooms.create", { name: "Open" });
    const hidden = await owner.call("rooms.create", { name: "Hidden" });
    await owner.call("rooms.update", { id: hidden.id, visibility: "hidden" });
    const [stranger, own] = [await createLobbyConnection(createClient()), await createLobbyConnection(owner)];
    own.watch([hidden.id]);
    const devices = [await joinRoom(createClient(), open.id), await joinRoom(createClient(), hidden.id)];
    await expect.poll(() => stranger.lastCount(open.id), { timeout: WITHIN_MS }).toBe(1);
    await expect.poll(() => own.lastCount(hidden.id), { timeout: WITHIN_MS }).toBe(1);
    for (const device of devices) device.socket.close(1000);
    await expect.poll(() => stranger.lastCount(open.id), { timeout: WITHIN_MS }).toBe(0);
    await expect.poll(() => own.lastCount(hidden.id), { timeout: WITHIN_MS }).toBe(0);
    expect(stranger.lastCount(hidden.id)).toBeUndefined();
    for (const lobby of [stranger, own]) lobby.close();
  });

  it("NP3 sends the tracks of public rooms without a password to all pages, and those of other rooms to none", async () => {
    const createPlayingRoom = async (settings: object) => {
      const { owner, id } = await createRoomWithTracks();
      await owner.call("rooms.update", { id, ...settings });
      await owner.call("rooms.command", { id, command: { type: "play" } });
      return { owner, id };
    };
    const lobby = await createLobbyConnection(createClient());
    const hidden = await createPlayingRoom({ visibility: "hidden" });
    const locked = await createPlayingRoom({ password: "open sesame" });
    lobby.watch([hidden.id, locked.id]);
    const query = env.DB.prepare("SELECT count(*) AS n FROM now_playing WHERE room_id IN (?, ?)").bind(hidden.id, locked.id);
    await expect.poll(async () => (await query.first<{ n: number }>())?.n, { timeout: WITHIN_MS }).toBe(2);
    // the lobby sends later updates together with those, or after them
    const open = await createPlayingRoom({});
    const device = await joinRoom(createClient(), hidden.id);
    await expect.poll(() => lobby.tracks(open.id), { timeout: WITHIN_MS }).toEqual([{ title: "Track 1", artist: "Artist" }]);
    await expect.poll(() => lobby.lastCount(hidden.id), { timeout: WITHIN_MS }).toBe(1);
    expect([...lobby.tracks(hidden.id), ...lobby.tracks(locked.id)]).toEqual([]);
    device.socket.close(1000);
    lobby.close();
  });

  it("refuses other sites and old versions, and ignores invalid messages", async () => {
    const client = createClient();
    const path = `/api/lobby/socket?v=${LOBBY_VERSION}`;
    expect((await client.fetch(path)).status).toBe(400);
    expect((await client.fetch(path, { headers: { Upgrade: "websocket", Origin: "https://evil.test" } })).status).toBe(403);
    const old = { headers: { Upgrade: "websocket", Origin: ORIGIN } };
    expect((await client.fetch("/api/lobby/socket?v=0", old)).status).toBe(426);
    const lobby = await createLobbyConnection(client);
    lobby.watch(["nonsense" as RoomId]);
    const owner = await registerUser();
    const { id } = await owner.call("rooms.create", { name: "Still there" });
    const device = await joinRoom(createClient(), id);
    await expect.poll(() => lobby.lastCount(id), { timeout: WITHIN_MS }).toBe(1);
    device.socket.close(1000);
    lobby.close();
  });

  it("WK3 refuses an address that has 500 sockets, and no other one", async () => {
    await waitUntilEmpty();
    const client = createClient();
    const sockets = [];
    for (let i = 0; i < lobbyLimits.sockets.perHolder; i++) sockets.push(await createLobbyConnection(client));
    const refused = await requestSocket(client);
    expect([refused.status, (await refused.json<{ code: string }>()).code]).toEqual([429, "too-many-attempts"]);
    const other = await createLobbyConnection(createClient());
    for (const socket of [...sockets, other]) socket.close();
    await waitUntilEmpty();
  });

  it("WK3 closes a socket of the address with the most when all are taken", async () => {
    await waitUntilEmpty();
    // the object learns of the end of a socket later than the runtime, and counts again when it starts again
    await evictLobby();
    await withLimits(lobbyLimits.sockets, { inAll: 3 }, async () => {
      const client = createClient();
      const greedy = [
        await createLobbyConnection(client),
        await createLobbyConnection(client),
        await createLobbyConnection(client),
      ];
      const honest = await createLobbyConnection(createClient());
      expect(await Promise.race(greedy.map(({ closed }) => closed))).toBe(1013);
      for (const socket of [...greedy, honest]) socket.close();
    });
    await waitUntilEmpty();
  });

  it("closes the sockets of an address that sends too many messages, also over several of them", async () => {
    // the allowance does not refill
    vi.setSystemTime(Date.now());
    const client = createClient();
    const sockets = [
      await createLobbyConnection(client),
      await createLobbyConnection(client),
      await createLobbyConnection(client),
    ];
    const other = await createLobbyConnection(createClient());
    for (let i = 0; i < lobbyLimits.messages.burst + 10; i++) sockets[i % 3]?.watch([]);
    expect(await Promise.race(sockets.map(({ closed }) => closed))).toBe(4429);
    other.watch([]);
    vi.useRealTimers();
    for (const socket of [...sockets, other]) socket.close();
    await waitUntilEmpty();
  });
});

const requestSocket = (client: Client) =>
  client.fetch(`/api/lobby/socket?v=${LOBBY_VERSION}`, { headers: { Upgrade: "websocket", Origin: ORIGIN } });

const countSockets = () =>
  runInDurableObject(lobbyObject(env), (_, state) => state.getWebSockets().filter(({ readyState }) => readyState === 1).length);

async function evictLobby(): Promise<void> {
  const evicted = runInDurableObject(lobbyObject(env), (_, state) => state.abort(EVICTED));
  await expect(evicted).rejects.toThrow(EVICTED);
}

const waitUntilEmpty = () => expect.poll(countSockets).toBe(0);
