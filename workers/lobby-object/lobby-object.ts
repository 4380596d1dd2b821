import { DurableObject } from "cloudflare:workers";
import { z } from "zod";
import { ID_PATTERN, type RoomId } from "#app/domain/ids.ts";
import { type LobbyMessage, WATCHED_ROOMS_MAX } from "#app/protocol/lobby-messages.ts";
import { CLOSE_CODES, PING, PONG } from "#app/protocol/room-messages.ts";

/** The rooms that a connection's page shows. They are attached to its socket, and so survive hibernation. */
const attachmentSchema = z.object({ watched: z.array(z.string()) });

const watchSchema = z.object({ type: z.literal("watch"), rooms: z.array(z.string().regex(ID_PATTERN)).max(WATCHED_ROOMS_MAX) });

/** Updates are collected for this time, which limits the messages to each page when many rooms change. */
const BATCH_MS = 400;
const MESSAGE_CHARS_MAX = 4096;
/** A page sends a message when the rooms that it shows change. After this many messages it has to reconnect. */
const MESSAGES_MAX = 200;

type Count = { readonly activeUsers: number; readonly isListed: boolean };

/** Sends pages with room lists the number of active users of each room. It stores nothing; D1 has all data. */
export class Lobby extends DurableObject<Env> {
  #counts = new Map<RoomId, Count>();
  /** The number of messages that each connection has sent since the object started or woke up. */
  readonly #messageCounts = new WeakMap<WebSocket, number>();
  #batchTimer: ReturnType<typeof setTimeout> | null = null;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG));
  }

  override async fetch(): Promise<Response> {
    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.acceptWebSocket(server);
    return new Response(null, { status: 101, webSocket: client });
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
    const watched = typeof raw === "string" ? parseWatch(raw) : null;
    if (watched) socket.serializeAttachment({ watched: [...watched] } satisfies z.infer<typeof attachmentSchema>);
  }

  override async webSocketClose(): Promise<void> {
    // nothing to clean up: all state of a connection is attached to its socket
  }

  #schedule(): void {
    this.#batchTimer ??= setTimeout(() => this.#flush(), BATCH_MS);
  }

  #flush(): void {
    const counts = this.#counts;
    this.#batchTimer = null;
    this.#counts = new Map();
    const sockets = this.ctx.getWebSockets();
    const listed = [...counts].filter(([, { isListed }]) => isListed);
    const hidden = [...counts].filter(([, { isListed }]) => !isListed);
    if (listed.length > 0) this.#send(sockets, toCountsMessage(listed));
    if (hidden.length > 0) this.#sendHiddenCounts(sockets, hidden);
  }

  /** A page receives the counts of hidden rooms only if it names their ids, which only people with access know. */
  #sendHiddenCounts(sockets: readonly WebSocket[], counts: readonly (readonly [RoomId, Count])[]): void {
    for (const socket of sockets) {
      const watched = getWatched(socket);
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

function getWatched(socket: WebSocket): readonly string[] {
  const parsed = attachmentSchema.safeParse(socket.deserializeAttachment());
  return parsed.success ? parsed.data.watched : [];
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
