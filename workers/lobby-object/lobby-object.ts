import { DurableObject } from "cloudflare:workers";
import { z } from "zod";
import { ID_PATTERN, type RoomId, type UserId } from "#app/domain/ids.ts";
import { type LobbyMessage, WATCHED_MAX } from "#app/protocol/lobby-messages.ts";
import { CLOSE_CODES, PING, PONG } from "#app/protocol/room-messages.ts";

/** What changed in the directory: the public list, or the rooms of some people. */
export type RoomListUpdate = { readonly list?: boolean; readonly mine?: readonly UserId[] };

/** Who looks at a list, kept with the socket so that it outlives hibernation. */
const viewerSchema = z.object({ userId: z.string().nullable(), watched: z.array(z.string()) });
type ListViewer = z.infer<typeof viewerSchema>;

const watchSchema = z.object({ type: z.literal("watch"), rooms: z.array(z.string().regex(ID_PATTERN)).max(WATCHED_MAX) });

/** News are gathered for so long, so that a busy evening is a few frames a second for each page. */
const GATHER_MS = 400;
const MESSAGE_CHARS_MAX = 4096;
/** A page says what it shows when that changes, and comes again where it has had to say it often. */
const MESSAGES_MAX = 200;
const VIEWER_HEADER = "X-Tutti-Looker";

type Count = { readonly activeUsers: number; readonly isListed: boolean };

/** Tells every page that lists rooms what has changed. Knows nothing that D1 does not. */
export class Lobby extends DurableObject<Env> {
  #counts = new Map<RoomId, Count>();
  #isListNews = false;
  /** How often a page has spoken since the object woke. */
  readonly #said = new WeakMap<WebSocket, number>();
  #gathering: ReturnType<typeof setTimeout> | null = null;

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

  async tell({ list = false, mine = [] }: RoomListUpdate): Promise<void> {
    for (const userId of mine) this.#send(this.ctx.getWebSockets(userId), { type: "mine" });
    this.#isListNews ||= list;
    if (list) this.#gather();
  }

  async notifyFavorite(userId: UserId, roomId: RoomId, isFavorite: boolean): Promise<void> {
    this.#send(this.ctx.getWebSockets(userId), { type: "favorite", roomId, isFavorite });
  }

  /** Some of somebody's sessions are over: their pages come again, each as whoever it is by now. */
  async signOut(userId: UserId): Promise<void> {
    for (const socket of this.ctx.getWebSockets(userId)) socket.close(CLOSE_CODES["rejoin"], "rejoin");
  }

  async updateCount(roomId: RoomId, count: Count): Promise<void> {
    this.#counts.set(roomId, count);
    this.#gather();
  }

  override async webSocketMessage(socket: WebSocket, raw: string | ArrayBuffer): Promise<void> {
    const said = (this.#said.get(socket) ?? 0) + 1;
    this.#said.set(socket, said);
    const isShouting = said > MESSAGES_MAX || (typeof raw === "string" && raw.length > MESSAGE_CHARS_MAX);
    if (isShouting) return socket.close(CLOSE_CODES["too-many-messages"]);
    const viewer = viewerOf(socket);
    const watch = typeof raw === "string" ? readWatch(raw) : null;
    if (viewer && watch) socket.serializeAttachment({ ...viewer, watched: [...watch] } satisfies ListViewer);
  }

  /** Nothing is kept of a socket but what is attached to it. */
  override async webSocketClose(): Promise<void> {
    // the platform forgets it
  }

  #gather(): void {
    this.#gathering ??= setTimeout(() => this.#flush(), GATHER_MS);
  }

  #flush(): void {
    const [counts, isListNews] = [this.#counts, this.#isListNews];
    this.#gathering = null;
    this.#counts = new Map();
    this.#isListNews = false;
    const sockets = this.ctx.getWebSockets();
    if (isListNews) this.#send(sockets, { type: "list" });
    const listed = [...counts].filter(([, { isListed }]) => isListed);
    const hidden = [...counts].filter(([, { isListed }]) => !isListed);
    if (listed.length > 0) this.#send(sockets, countsMessage(listed));
    if (hidden.length === 0) return;
    for (const socket of sockets) {
      const watched = viewerOf(socket)?.watched ?? [];
      const seen = hidden.filter(([roomId]) => watched.includes(roomId));
      if (seen.length > 0) this.#send([socket], countsMessage(seen));
    }
  }

  #send(sockets: readonly WebSocket[], message: LobbyMessage): void {
    const text = JSON.stringify(message);
    for (const socket of sockets) {
      try {
        socket.send(text);
      } catch {
        // it is closing, and nobody else is concerned
      }
    }
  }
}

/** The Worker has read the session; nobody else reaches the lobby's object. */
export function withViewer(request: Request, userId: UserId | null): Request {
  const headers = new Headers(request.headers);
  headers.set(VIEWER_HEADER, userId ?? "");
  headers.delete("Cookie");
  return new Request(request, { headers });
}

function viewerOf(socket: WebSocket): ListViewer | null {
  const parsed = viewerSchema.safeParse(socket.deserializeAttachment());
  return parsed.success ? parsed.data : null;
}

function readWatch(raw: string): readonly string[] | null {
  try {
    return watchSchema.parse(JSON.parse(raw)).rooms;
  } catch {
    // whoever says something else is not one of our pages: nothing happens
    return null;
  }
}

function countsMessage(counts: readonly (readonly [RoomId, Count])[]): LobbyMessage {
  return { type: "counts", rooms: Object.fromEntries(counts.map(([roomId, { activeUsers }]) => [roomId, activeUsers])) };
}
