import { DurableObject } from "cloudflare:workers";
import { z } from "zod";
import { ID_PATTERN, type RoomId } from "#app/domain/ids.ts";
import { type LobbyMessage, type RoomActivity, WATCHED_ROOMS_MAX } from "#app/protocol/lobby-messages.ts";
import { CLOSE_CODES, PING, PONG } from "#app/protocol/room-messages.ts";

/** The rooms that a connection's page shows. They are attached to its socket, and so survive hibernation. */
const attachmentSchema = z.object({ watched: z.array(z.string().max(16)).max(WATCHED_ROOMS_MAX) });

const watchSchema = z.object({ type: z.literal("watch"), rooms: z.array(z.string().regex(ID_PATTERN)).max(WATCHED_ROOMS_MAX) });

/** Updates are collected for this time, which limits the messages to each page when many rooms change. */
const BATCH_MS = 400;
const MESSAGE_CHARS_MAX = 4096;
/** A page sends a message when the rooms that it shows change. After this many messages it has to reconnect. */
const MESSAGES_MAX = 200;

/** Changes of a room, and whether it is public. */
type Update = RoomActivity & { readonly isListed: boolean };
type RoomChange = readonly [RoomId, RoomActivity];

/** Sends pages with room lists the numbers of active users and the tracks that rooms play. It stores nothing; D1 has all data. */
export class Lobby extends DurableObject<Env> {
  #updates = new Map<RoomId, Update>();
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

  /** @param update names the track only if everyone may see it (NP3) */
  async updateActivity(roomId: RoomId, update: Update): Promise<void> {
    this.#updates.set(roomId, { ...this.#updates.get(roomId), ...update });
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
    const updates = this.#updates;
    this.#batchTimer = null;
    this.#updates = new Map();
    const sockets = this.ctx.getWebSockets();
    const listed: RoomChange[] = [];
    const hidden: RoomChange[] = [];
    for (const [roomId, { isListed, ...activity }] of updates) {
      const { activeUsers } = activity;
      if (isListed) listed.push([roomId, activity]);
      // a page that names the room may belong to a person who has lost access to its content
      else if (activeUsers !== undefined) hidden.push([roomId, { activeUsers }]);
    }
    if (listed.length > 0) this.#send(sockets, toMessage(listed));
    if (hidden.length > 0) this.#sendHidden(sockets, hidden);
  }

  /** A page receives the counts of hidden rooms only if it names their ids, which only people with access know. */
  #sendHidden(sockets: readonly WebSocket[], changes: readonly RoomChange[]): void {
    for (const socket of sockets) {
      const watched = getWatched(socket);
      const visible = changes.filter(([roomId]) => watched.includes(roomId));
      if (visible.length > 0) this.#send([socket], toMessage(visible));
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

function toMessage(changes: readonly RoomChange[]): LobbyMessage {
  return { type: "activity", rooms: Object.fromEntries(changes) };
}
