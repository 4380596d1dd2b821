import { DurableObject } from "cloudflare:workers";
import { z } from "zod";
import { SharedBudgets } from "#app/domain/access/budget.ts";
import { lobbyLimits } from "#app/domain/access/lobby-limits.ts";
import { WORK_COSTS } from "#app/domain/access/work-budget.ts";
import { ID_PATTERN, type RoomId } from "#app/domain/ids.ts";
import { type LobbyMessage, type RoomActivity, WATCHED_ROOMS_MAX } from "#app/protocol/lobby-messages.ts";
import { CLOSE_CODES, PING, PONG } from "#app/protocol/room-messages.ts";
import { failure } from "#workers/http/failure.ts";
import { readAddress } from "#workers/work/calling-address.ts";
import { isolateWork } from "#workers/work/isolate-work.ts";
import { SocketShares } from "#workers/work/socket-shares.ts";

const watchSchema = z.object({ type: z.literal("watch"), rooms: z.array(z.string().regex(ID_PATTERN)).max(WATCHED_ROOMS_MAX) });

/** Between the ids of the rooms that are attached to a socket. No id contains it. */
const SEPARATOR = " ";
/** Updates are collected for this time, which limits the messages to each page when many rooms change. */
const BATCH_MS = 400;
const CLOSE_TRY_AGAIN = 1013;

/** Changes of a room, and whether it is public. */
type Update = RoomActivity & { readonly isListed: boolean };
type RoomChange = readonly [RoomId, RoomActivity];

/** Sends pages with room lists the numbers of active users and the tracks that rooms play. It stores nothing; D1 has all data. */
export class Lobby extends DurableObject<Env> {
  #updates = new Map<RoomId, Update>();
  readonly #shares = new SocketShares(lobbyLimits.sockets);
  /** Messages by address. */
  readonly #messages = new SharedBudgets(lobbyLimits.messages);
  #batchTimer: ReturnType<typeof setTimeout> | null = null;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG));
    for (const socket of ctx.getWebSockets()) this.#shares.add(socket, this.#addressOf(socket));
  }

  override async fetch(request: Request): Promise<Response> {
    const address = readAddress(request);
    const isAdmitted = this.#shares.makeRoom(address, (socket) => socket.close(CLOSE_TRY_AGAIN, "TooManySockets"));
    if (!isAdmitted) return failure("too-many-attempts");
    isolateWork.charge(`address ${address}`, WORK_COSTS.socket, Date.now());
    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.acceptWebSocket(server, [address]);
    this.#shares.add(server, address);
    return new Response(null, { status: 101, webSocket: client });
  }

  /** @param update names the track only if everyone may see it (NP3) */
  async updateActivity(roomId: RoomId, update: Update): Promise<void> {
    this.#updates.set(roomId, { ...this.#updates.get(roomId), ...update });
    this.#schedule();
  }

  override async webSocketMessage(socket: WebSocket, raw: string | ArrayBuffer): Promise<void> {
    const address = this.#addressOf(socket);
    const isTooLong = typeof raw !== "string" || raw.length > lobbyLimits.messageChars;
    if (isTooLong || !this.#messages.spend(address, { nowMs: Date.now() })) {
      return socket.close(CLOSE_CODES["too-many-messages"]);
    }
    isolateWork.charge(`address ${address}`, WORK_COSTS.message + raw.length * WORK_COSTS.byte, Date.now());
    const watched = parseWatch(raw);
    if (watched) socket.serializeAttachment(watched.join(SEPARATOR));
  }

  override async webSocketClose(socket: WebSocket): Promise<void> {
    this.#shares.remove(socket);
    // completes the closing handshake, for which clients wait
    socket.close(1000);
  }

  override async webSocketError(socket: WebSocket): Promise<void> {
    this.#shares.remove(socket);
  }

  #addressOf(socket: WebSocket): string {
    return this.ctx.getTags(socket)[0] ?? "";
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

/** The rooms that a connection's page shows. They are attached to its socket, and so survive hibernation. */
function getWatched(socket: WebSocket): string {
  const attached: unknown = socket.deserializeAttachment();
  return typeof attached === "string" ? attached : "";
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
