import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { RoomId } from "#app/domain/ids.ts";
import { decodeLobbyMessage, LOBBY_VERSION, type LobbyMessage } from "#app/protocol/lobby-messages.ts";
import { type Client, createClient, registerUser } from "#tests/workers/support/client.ts";
import { ORIGIN } from "#tests/workers/support/origin.ts";
import { joinRoom } from "#tests/workers/support/room-socket.ts";
import { createRoomWithTracks } from "#tests/workers/support/tracks.ts";

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
  webSocket.accept();
  return {
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
});
