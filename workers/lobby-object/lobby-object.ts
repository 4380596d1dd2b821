import { DurableObject } from "cloudflare:workers";
import { z } from "zod";
import { ID_PATTERN, type RoomId, type UserId } from "#app/domain/ids.ts";
import { type LobbyMessage, WATCHED_ROOMS_MAX } from "#app/protocol/lobby-messages.ts";
import { CLOSE_CODES, PING, PONG } from "#app/protocol/room-messages.ts";
import { VIEWER_HEADER } from "#workers/lobby-contract/list-viewer.ts";

/** Which room lists have changed: the public list (`list`), and the lists of the own rooms of some people (`mine`). */
export type RoomListUpdate = { readonly list?: boolean; readonly mine?: readonly UserId[] };

/** A connection's person and the rooms that its page shows. It is attached to the socket, and so survives hibernation. */
const viewerSchema = z.object({ userId: z.string().nullable(), watched: z.array(z.string()) });
type ListViewer = z.infer<typeof viewerSchema>;

const watchSchema = z.object({ type: z.literal("watch"), rooms: z.array(z.string().regex(ID_PATTERN)).max(WATCHED_ROOMS_MAX) });

/** Updates are collected for this time, which limits the messages to each page when many rooms change. */
const BATCH_MS = 400;
const MESSAGE_CHARS_MAX = 4096;
/** A page sends a message when the rooms that it shows change. After this many messages it has to reconnect. */
const MESSAGES_MAX = 200;

type Count = { readonly activeUsers: number; readonly isListed: boolean };

/** Notifies the pages with room lists of changes. It stores nothing; D1 has all data. */
export class Lobby extends DurableObject<Env> {
  #counts = new Map<RoomId, Count>();
  #isListChanged = false;
  /** The number of messages that each connection has sent since the object started or woke up. */
  readonly #messageCounts = new WeakMap<WebSocket, number>();
  #batchTimer: ReturnType<typeof setTimeout> | null = null;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG));
  }

  override async fetch(request: Request): Promise<Response> {
    const userId = request.headers.get(VIEWER_HEADER) || null;
    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.acceptWebSocket(server, [userId ?? "guest"]);
    server.serializeAttachment({ userId, watched: [] } satisfies ListViewer);
    return new Response(null, { status: 101, webSocket: client });
  }

  async notify({ list = false, mine = [] }: RoomListUpdate): Promise<void> {
    for (const userId of mine) this.#send(this.ctx.getWebSockets(userId), { type: "mine" });
    this.#isListChanged ||= list;
    if (list) this.#schedule();
  }

  async notifyFavorite(userId: UserId, roomId: RoomId, isFavorite: boolean): Promise<void> {
    this.#send(this.ctx.getWebSockets(userId), { type: "favorite", roomId, isFavorite });
  }

  /** Closes a person's connections after some of their sessions have ended. Each page reconnects with its current session. */
  async closeConnections(userId: UserId): Promise<void> {
    for (const socket of this.ctx.getWebSockets(userId)) socket.close(CLOSE_CODES["rejoin"], "rejoin");
  }

  async updateCount(roomId: RoomId, count: Count): Promise<void> {
    this.#counts.set(roomId, count);
    this.#schedule();
  }

  override async webSocketMessage(socket: WebSocket, raw: string | ArrayBuffer): Promise<void> {
    const messages = (this.#messageCounts.get(socket) ?? 0) + 1;
    this.#messageCounts.set(socket, messages);
    const isTooLong = typeof raw === "string" && raw.length > MESSAGE_CHARS_MAX;
    if (messages > MESSAGES_MAX || isTooLong) return socket.close(CLOSE_CODES["too-many-messages"]);
    const viewer = getViewer(socket);
    const watched = typeof raw === "string" ? parseWatch(raw) : null;
    if (viewer && watched) socket.serializeAttachment({ ...viewer, watched: [...watched] } satisfies ListViewer);
  }

  override async webSocketClose(): Promise<void> {
    // nothing to clean up: all state of a connection is attached to its socket
  }

  #schedule(): void {
    this.#batchTimer ??= setTimeout(() => this.#flush(), BATCH_MS);
  }

  #flush(): void {
    const [counts, isListChanged] = [this.#counts, this.#isListChanged];
    this.#batchTimer = null;
    this.#counts = new Map();
    this.#isListChanged = false;
    const sockets = this.ctx.getWebSockets();
    if (isListChanged) this.#send(sockets, { type: "list" });
    const listed = [...counts].filter(([, { isListed }]) => isListed);
    const hidden = [...counts].filter(([, { isListed }]) => !isListed);
    if (listed.length > 0) this.#send(sockets, toCountsMessage(listed));
    if (hidden.length > 0) this.#sendHiddenCounts(sockets, hidden);
  }

  /** A page receives the counts of hidden rooms only if it names their ids, which only people with access know. */
  #sendHiddenCounts(sockets: readonly WebSocket[], counts: readonly (readonly [RoomId, Count])[]): void {
    for (const socket of sockets) {
      const watched = getViewer(socket)?.watched ?? [];
      const visible = counts.filter(([roomId]) => watched.includes(roomId));
      if (visible.length > 0) this.#send([socket], toCountsMessage(visible));
    }
  }

  #send(sockets: readonly WebSocket[], message: LobbyMessage): void {
    const text = JSON.stringify(message);
    for (const socket of sockets) {
      try {
        socket.send(text);
      } catch {
        // the socket is closing; the others must still receive the message
      }
    }
  }
}

function getViewer(socket: WebSocket): ListViewer | null {
  const parsed = viewerSchema.safeParse(socket.deserializeAttachment());
  return parsed.success ? parsed.data : null;
}

function parseWatch(raw: string): readonly string[] | null {
  try {
    return watchSchema.parse(JSON.parse(raw)).rooms;
  } catch {
    // not a message of our pages: ignored
    return null;
  }
}

function toCountsMessage(counts: readonly (readonly [RoomId, Count])[]): LobbyMessage {
  return { type: "counts", rooms: Object.fromEntries(counts.map(([roomId, { activeUsers }]) => [roomId, activeUsers])) };
}
