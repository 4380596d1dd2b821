import { setTimeout as sleep } from "node:timers/promises";
import type WebSocket from "ws";
import type { AttackClient } from "./attack-client.ts";
import { startHostileService } from "./hostile-service.ts";
import type { Attack } from "./random-attacks.ts";

/** A sequence of calls that is known to be dangerous. `scale`, up to 1, is the share of its full size. */
export type Sequence = { readonly name: string; readonly run: (attack: Attack, scale: number) => Promise<void> };

/** The most that one command or call names. */
const ENTRIES_PER_COMMAND = 500;
const PLAYLIST_ENTRIES = 9500;
const REPLY_TIMEOUT_MS = 15_000;
/** Sockets are opened in groups, so that this process keeps up. */
const OPENED_AT_ONCE = 50;

export const SEQUENCES: readonly Sequence[] = [
  { name: "short tracks, all queued", run: playShortTracks },
  { name: "200 live queries and Authenticate", run: floodAuthenticate },
  { name: "live queries that every write changes", run: subscribeToLists },
  { name: "unknown live queries with large arguments", run: subscribeToNothing },
  { name: "lobby sockets", run: openLobbySockets },
  { name: "guests join a room at once", run: joinAtOnce },
  { name: "sockets that are never read", run: neverRead },
  { name: "moves in a long playlist", run: moveInLongPlaylist },
  { name: "an edit of everything, undone and set back", run: undoEverything },
  { name: "the chat, as fast as it allows", run: floodChat },
  { name: "reports of devices that others watch", run: floodDevices },
  { name: "as-of reads", run: readAsOf },
  { name: "imports from a hostile server", run: importFromHostile },
  { name: "searches, lyrics and files of playlists", run: sendLargeTexts },
  { name: "pages and exports at once", run: requestPages },
  { name: "uploads announced and never sent", run: announceUploads },
];

/** A new room of the arena's owner, with many entries. */
async function createLongRoom({ arena }: Attack, count: number, trackId = arena.trackIds[0]): Promise<string | null> {
  const { owner } = arena;
  const created = await owner.call("mutation", "rooms.create", { name: "Long" });
  const { id } = (created.value ?? {}) as { readonly id?: string };
  if (!id || !trackId) return null;
  for (let added = 0; added < count; added += ENTRIES_PER_COMMAND) {
    const trackIds = Array.from({ length: Math.min(ENTRIES_PER_COMMAND, count - added) }, () => trackId);
    await owner.call("mutation", "playlist.add", { roomId: id, trackIds }, "playlist.add many");
  }
  return id;
}

async function listEntries(client: AttackClient, id: string): Promise<readonly string[]> {
  const { value } = await client.call("query", "rooms.getState", { id });
  const { state } = (value ?? {}) as { readonly state?: { readonly playlist: readonly { readonly id: string }[] } };
  return state?.playlist.map((entry) => entry.id) ?? [];
}

/** Sends commands over a socket of the owner. Each waits for its reply. */
async function sendCommands({ arena }: Attack, roomId: string, commands: readonly object[]): Promise<void> {
  const socket = await arena.owner.openRoom(roomId);
  if (!socket) return;
  for (const command of commands) {
    const { type } = command as { readonly type: string };
    await arena.deps.journal.record(`command ${type} in a long playlist`, () => sendAndWait(socket, command));
    if (socket.readyState !== socket.OPEN) return;
  }
  socket.close();
}

async function sendAndWait(socket: WebSocket, command: object): Promise<void> {
  const id = newId();
  const controller = new AbortController();
  const answered = new Promise<void>((resolve) => controller.signal.addEventListener("abort", () => resolve()));
  const receive = (data: Buffer) => {
    if (data.includes(id)) controller.abort();
  };
  const close = () => controller.abort();
  socket.on("message", receive).on("close", close);
  socket.send(JSON.stringify({ type: "command", id, command }));
  await Promise.race([answered, sleep(REPLY_TIMEOUT_MS)]);
  socket.off("message", receive).off("close", close);
}

function chunk<T>(values: readonly T[]): readonly (readonly T[])[] {
  const chunks: T[][] = [];
  for (let start = 0; start < values.length; start += ENTRIES_PER_COMMAND)
    chunks.push(values.slice(start, start + ENTRIES_PER_COMMAND));
  return chunks;
}

async function playShortTracks(attack: Attack, scale: number): Promise<void> {
  const id = await createLongRoom(attack, scale * PLAYLIST_ENTRIES);
  if (!id) return;
  const entryIds = await listEntries(attack.arena.owner, id);
  const [first] = entryIds;
  if (!first) return;
  const queue = chunk([...entryIds].reverse()).map((ids) => ({ type: "queue", entryIds: ids, isNext: true }));
  const repeats = Array.from({ length: 40 }, (_, i) => ({ type: "repeat", repeat: i % 2 === 0 ? "all" : "off" }));
  const shuffles = Array.from({ length: 6 }, (_, i) => ({ type: "shuffle", isOn: i % 2 === 0 }));
  await sendCommands(attack, id, [
    { type: "repeat", repeat: "all" },
    { type: "crossfade", ms: 12_000 },
    ...queue,
    { type: "shuffle", isOn: true },
    { type: "select", entryId: first },
    { type: "play" },
    ...repeats,
    ...shuffles,
  ]);
  // the room continues to play without people
  await sleep(5000 * scale);
  await attack.arena.owner.call("query", "rooms.getState", { id });
  await attack.arena.owner.call("mutation", "rooms.command", { id, command: { type: "next", entryId: first } });
}

async function openLive(client: AttackClient, modifications: readonly object[]): Promise<WebSocket | null> {
  const socket = await client.openSocket("live", "/api/1.48.0/sync");
  socket?.send(JSON.stringify({ type: "Connect", sessionId: newId(), connectionCount: 0, clientTs: Date.now() }));
  socket?.send(JSON.stringify({ type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications }));
  return socket;
}

const listRooms = (count: number, offset = 0) =>
  Array.from({ length: count }, (_, queryId) => ({
    type: "Add",
    queryId,
    udfPath: "rooms:getPublicRoomsWithAuthors",
    args: [{ search: `room ${offset + queryId}` }],
  }));

async function floodAuthenticate({ arena }: Attack, scale: number): Promise<void> {
  const socket = await openLive(arena.createGuest(300), listRooms(200));
  if (!socket) return;
  for (let baseVersion = 0; baseVersion < 150 * scale && socket.readyState === socket.OPEN; baseVersion++) {
    arena.deps.journal.note("live Authenticate with 200 queries");
    socket.send(JSON.stringify({ type: "Authenticate", tokenType: "None", baseVersion }));
  }
  await sleep(8000 * scale);
  socket.terminate();
}

async function subscribeToLists({ arena }: Attack, scale: number): Promise<void> {
  const guests = Array.from({ length: 5 }, (_, index) => arena.createGuest(310 + (index % 2)));
  const sockets = await Promise.all(guests.map((guest, index) => openLive(guest, listRooms(200, 200 * index))));
  for (let i = 0; i < 10 * scale; i++) {
    const args = { id: arena.roomId, description: `Changed ${i}` };
    await arena.owner.call("mutation", "rooms.update", args, "rooms.update while 1,000 lists are watched");
  }
  for (const socket of sockets) socket?.terminate();
}

async function subscribeToNothing({ arena }: Attack, scale: number): Promise<void> {
  const text = "x".repeat(240_000);
  const sockets: (WebSocket | null)[] = [];
  for (let opened = 0; opened < 20 * scale; opened++) {
    const socket = await openLive(arena.createGuest(320), [{ type: "Add", queryId: 0, udfPath: "no:such", args: [{ text }] }]);
    for (let version = 1; version < 20 && socket?.readyState === socket?.OPEN; version++) {
      arena.deps.journal.note("live Add of 240 kB");
      const modifications = [{ type: "Add", queryId: version, udfPath: "no:such", args: [{ text }] }];
      socket?.send(JSON.stringify({ type: "ModifyQuerySet", baseVersion: version, newVersion: version + 1, modifications }));
    }
    sockets.push(socket);
    await sleep(50);
  }
  for (const socket of sockets) socket?.terminate();
}

async function openMany(count: number, open: (index: number) => Promise<WebSocket | null>): Promise<readonly WebSocket[]> {
  const sockets: WebSocket[] = [];
  for (let opened = 0; opened < count; opened += OPENED_AT_ONCE) {
    const group = await Promise.all(Array.from({ length: OPENED_AT_ONCE }, (_, index) => open(opened + index)));
    sockets.push(...group.filter((socket) => socket !== null));
    // the first group that is refused entirely was enough
    if (group.every((socket) => socket === null)) break;
  }
  return sockets;
}

async function openLobbySockets({ arena }: Attack, scale: number): Promise<void> {
  const rooms = Array.from({ length: 100 }, newId);
  const guest = arena.createGuest(330);
  const sockets = await openMany(1500 * scale, async () => {
    const socket = await guest.openSocket("lobby", "/api/lobby/socket?v=3");
    socket?.send(JSON.stringify({ type: "watch", rooms }));
    return socket;
  });
  await sleep(3000 * scale);
  for (const socket of sockets) socket.terminate();
}

async function joinAtOnce({ arena, honestRoomId }: Attack, scale: number): Promise<void> {
  const guest = arena.createGuest(340);
  const sockets = await openMany(400 * scale, () => guest.openRoom(honestRoomId));
  for (const [index, socket] of sockets.entries()) {
    arena.deps.journal.note("set-name of one of many guests");
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify({ type: "set-name", name: `Guest ${index}` }));
  }
  await sleep(2000 * scale);
  for (const socket of sockets) socket.terminate();
}

/** They would make the server keep what it sends. */
async function neverRead(attack: Attack, scale: number): Promise<void> {
  const id = await createLongRoom(attack, scale * 3000);
  if (!id) return;
  const guest = attack.arena.createGuest(350);
  const sockets = await openMany(50, () => guest.openRoom(id));
  for (const socket of sockets) socket.pause();
  for (let i = 0; i < 40 * scale; i++) {
    for (const socket of sockets) {
      if (socket.readyState === socket.OPEN) socket.send(JSON.stringify({ type: "request-snapshot" }));
    }
    const command = { type: "shuffle", isOn: i % 2 === 0 };
    await attack.arena.owner.call("mutation", "rooms.command", { id, command }, "rooms.command for sockets that are not read");
  }
  for (const socket of sockets) socket.terminate();
}

async function moveInLongPlaylist(attack: Attack, scale: number): Promise<void> {
  const id = await createLongRoom(attack, scale * PLAYLIST_ENTRIES);
  if (!id) return;
  const entryIds = await listEntries(attack.arena.owner, id);
  const middle = entryIds[Math.floor(entryIds.length / 2)] ?? null;
  const moved = entryIds.filter((_, index) => index % 19 === 0 && entryIds[index] !== middle).slice(0, ENTRIES_PER_COMMAND);
  const commands = Array.from({ length: 30 }, (_, i) => ({
    type: "move",
    entryIds: moved,
    afterEntryId: i % 2 === 0 ? null : middle,
  }));
  await sendCommands(attack, id, commands);
}

async function undoEverything(attack: Attack, scale: number): Promise<void> {
  const id = await createLongRoom(attack, scale * PLAYLIST_ENTRIES);
  if (!id) return;
  const { owner } = attack.arena;
  const entryIds = await listEntries(owner, id);
  await sendCommands(
    attack,
    id,
    chunk(entryIds).map((ids) => ({ type: "remove", entryIds: ids })),
  );
  const log = await owner.call("query", "room_log.list", { roomId: id });
  const rows =
    ((log.value ?? {}) as { readonly rows?: readonly { readonly editId: string; readonly place: number }[] }).rows ?? [];
  await sendCommands(
    attack,
    id,
    rows.slice(0, 8).map(({ editId }) => ({ type: "undo", editId })),
  );
  for (let i = 0; i < 4; i++) {
    await owner.call("query", "room_log.preview", { roomId: id }, "room_log.preview of everything");
    const place = i % 2 === 0 ? undefined : rows[0]?.place;
    await owner.call("mutation", "room_log.restore", { roomId: id, ...(place && { place }) }, "room_log.restore of everything");
  }
}

async function floodChat({ arena }: Attack, scale: number): Promise<void> {
  const writers = (["owner", "admin", "editor", "participant"] as const).map((role) => arena.as(role));
  const sockets = await Promise.all(writers.map((writer) => writer.openRoom(arena.roomId)));
  const mentions = writers.map(({ userId }) => userId);
  for (let i = 0; i < 300 * scale; i++) {
    const socket = sockets[i % sockets.length];
    if (!socket || socket.readyState !== socket.OPEN) continue;
    const text = `${writers.map(({ username }) => `@${username}`).join(" ")} ${"ы".repeat(1000)}`.slice(0, 1000);
    const seq = 1 + (i % 50);
    const message = [
      { type: "chat-send", id: newId(), text, mentions, replyTo: null },
      { type: "chat-edit", id: newId(), seq, text: "@".repeat(8192), mentions: Array(20).fill(mentions[0]) },
      { type: "chat-remove", id: newId(), seq },
      { type: "chat-typing", isTyping: i % 2 === 0 },
      { type: "chat-read", seq },
    ][i % 5];
    arena.deps.journal.note(`message ${message?.type} in a flood`);
    socket.send(JSON.stringify(message));
    await sleep(10);
  }
  await arena.owner.call("query", "chat.list", { id: arena.roomId, limit: 200 });
  for (const socket of sockets) socket?.terminate();
}

async function floodDevices({ arena }: Attack, scale: number): Promise<void> {
  const { owner, roomId } = { owner: arena.owner, roomId: arena.roomId };
  const sockets = await openMany(100 * scale, () => owner.openRoom(roomId));
  const report = {
    name: "ﷺ".repeat(200),
    role: "full",
    volume: 1,
    isMuted: false,
    delayMs: 0,
    kind: "phone",
    sound: "playing",
    isSettling: false,
    isInSync: true,
    errorMs: 1,
    boundMs: 1,
    roundTripMs: 1,
    bufferMs: 1,
    outputName: "x".repeat(1000),
    outputLatencyMs: 1,
    trouble: null,
  };
  for (const socket of sockets) {
    for (const message of [
      { type: "watch-devices", isOn: true },
      { type: "device-report", report },
    ]) {
      arena.deps.journal.note(`message ${message.type} of one of many`);
      if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
    }
  }
  await sleep(4000 * scale);
  for (const socket of sockets) socket.terminate();
}

async function readAsOf({ arena }: Attack, scale: number): Promise<void> {
  const guest = arena.createGuest(360);
  const response = await guest.fetch("query_ts", "/api/query_ts", { method: "POST" });
  const ts = (await response?.json().catch(() => null))?.ts;
  const paths = ["rooms.getPublicRoomsWithAuthors", "rooms.get", "members.list", "rooms.getState", "lyrics.get"];
  for (let round = 0; round < 10 * scale; round++) {
    await Promise.all(
      Array.from({ length: 20 }, (_, i) => {
        const path = paths[i % paths.length] ?? "";
        const args = path === "rooms.getPublicRoomsWithAuthors" ? {} : { id: arena.roomId };
        return guest.call("query_at_ts", path, JSON.stringify({ path, args, ts }), `${path} as of a moment, 20 at once`);
      }),
    );
  }
}

async function importFromHostile({ arena }: Attack, scale: number): Promise<void> {
  const { owner, roomId } = { owner: arena.owner, roomId: arena.roomId };
  const service = await startHostileService();
  const links = ["slow", "endless", "loop"].flatMap((path) =>
    Array.from({ length: Math.ceil(8 * scale) }, (_, i) => `/${path}${i}.mp3`),
  );
  const abort = new AbortController();
  const downloads = links.map((path) =>
    owner.fetch(`link ${path.slice(0, 5)}`, `/api/rooms/${roomId}/links`, {
      method: "POST",
      body: JSON.stringify({ link: `${service.origin}${path}` }),
      signal: abort.signal,
    }),
  );
  const login = { kind: "password", username: "x", password: "x" };
  const credentials = { service: "subsonic", address: service.origin, login };
  await owner.call("action", "imports.connect", { credentials });
  await Promise.all(
    Array.from({ length: Math.ceil(10 * scale) }, (_, i) =>
      owner.call(
        "action",
        "imports.search",
        { roomId, service: "subsonic", query: i % 2 === 0 ? "x" : "" },
        "imports.search of 20,000 songs",
      ),
    ),
  );
  await sleep(3000 * scale);
  abort.abort();
  await Promise.all(downloads);
  service.close();
}

async function sendLargeTexts({ arena }: Attack, scale: number): Promise<void> {
  const { owner, roomId } = { owner: arena.owner, roomId: arena.roomId };
  const tracks = Array.from({ length: 500 }, (_, i) => ({
    sha256: null,
    title: "ﷺ слово ".repeat(60) + i,
    artist: "x".repeat(900),
    durationMs: 1000,
  }));
  const files = Array.from({ length: 500 }, (_, i) => ({ fileName: `${"a".repeat(900)}${i}`, sizeBytes: 1 }));
  for (let i = 0; i < 6 * scale; i++) {
    await owner.call("query", "playlist.match", { tracks }, "playlist.match of 500 long titles");
    await owner.call("query", "tracks.list", { query: "ﷺ".repeat(60) }, "tracks.list with a long search");
    await owner.call("query", "rooms.getPublicRoomsWithAuthors", { search: "ﷺ".repeat(200) }, "rooms list with a long search");
    const text = "[00:01.00]ﷺﷺﷺ\n".repeat(15_000);
    await owner.call("mutation", "lyrics.set", { trackId: arena.trackIds[0], roomId, text }, "lyrics.set of 200 kB");
    await owner.call("mutation", "uploads.announce", { roomId, files }, "uploads.announce of 500 files");
    for (const format of ["json", "m3u8"]) await owner.call("query", "playlist.export", { roomId, format });
  }
}

async function requestPages({ arena }: Attack, scale: number): Promise<void> {
  const { owner } = arena;
  const guest = arena.createGuest(370);
  const paths = ["/", `/room/${arena.roomId}`, "/help", "/settings", "/nothing"];
  for (let round = 0; round < 6 * scale; round++) {
    const pages = Array.from({ length: 15 }, (_, i) => guest.fetch("page, 15 at once", paths[i % paths.length] ?? "/"));
    await Promise.all([...pages, owner.fetch("account export", "/api/account/export")]);
  }
}

async function announceUploads({ arena }: Attack, scale: number): Promise<void> {
  const client = arena.as("participant");
  const files = Array.from({ length: 500 }, (_, i) => ({ fileName: `${i}.mp3`, sizeBytes: 1_000_000 }));
  for (let i = 0; i < 5 * scale; i++) {
    await client.call("mutation", "uploads.announce", { roomId: arena.roomId, files }, "uploads.announce of 500 files");
  }
  await client.call("query", "uploads.list", { roomId: arena.roomId }, "uploads.list of thousands");
}

const CHARACTERS = "abcdefghijklmnopqrstuvwxyz234567";
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => CHARACTERS[byte % 32]).join("");
}
