import {
  type Connection,
  FULL_BUDGET,
  isSilent,
  isSimilarRoundTrip,
  type MessageBudget,
  spend,
} from "#app/domain/access/connection.ts";
import type { DeviceReport } from "#app/domain/sync/room-sync-summary.ts";
import { connectionSchema } from "#workers/room-contract/join-request.ts";

/** The activity of a connection, kept only while the object is in memory. */
type Activity = { lastMessageAtMs: number; report: DeviceReport | null; budget: MessageBudget };

/**
 * The WebSockets of a room, with the connection of each. A connection is attached to its socket, so that it survives
 * hibernation. Its activity does not, and starts from zero afterwards. A closed socket has no connection, whether or not
 * the other side has noticed.
 */
export class ConnectionStore {
  readonly #ctx: DurableObjectState;
  readonly #connections = new WeakMap<WebSocket, { readonly connection: Connection | null }>();
  readonly #activities = new WeakMap<WebSocket, Activity>();

  constructor(ctx: DurableObjectState) {
    this.#ctx = ctx;
  }

  /** Open sockets. The platform also lists those that were closed here until the other side answers. */
  sockets(): readonly WebSocket[] {
    return this.#ctx.getWebSockets().filter((socket) => this.get(socket) !== null);
  }

  list(): readonly Connection[] {
    return this.sockets().flatMap((socket) => this.get(socket) ?? []);
  }

  /** The sockets with their connections, as the rules of `app/domain/access` expect them. */
  entries(): readonly { readonly key: WebSocket; readonly connection: Connection }[] {
    return this.sockets().flatMap((key) => {
      const connection = this.get(key);
      return connection ? [{ key, connection }] : [];
    });
  }

  /** Null for a socket that the room has closed, or that waits for access. */
  get(socket: WebSocket): Connection | null {
    const cached = this.#connections.get(socket);
    if (cached) return cached.connection;
    const stored = connectionSchema.safeParse(socket.deserializeAttachment());
    const connection = stored.success ? stored.data : null;
    this.#connections.set(socket, { connection });
    return connection;
  }

  accept(socket: WebSocket, connection: Connection): void {
    this.set(socket, connection);
    this.#ctx.acceptWebSocket(socket);
  }

  set(socket: WebSocket, connection: Connection | null): void {
    this.#connections.set(socket, { connection });
    socket.serializeAttachment(connection);
  }

  update(socket: WebSocket, change: Partial<Connection>): void {
    const connection = this.get(socket);
    if (connection) this.set(socket, { ...connection, ...change });
  }

  /** Stores a measured round trip if it differs from the stored one; an attachment is written to disk. */
  setRoundTrip(socket: WebSocket, roundTripMs: number): void {
    const stored = this.get(socket)?.roundTripMs ?? null;
    if (!isSimilarRoundTrip(stored, roundTripMs)) this.update(socket, { roundTripMs: Math.round(roundTripMs) });
  }

  /** Records a message that counts as `cost` messages. False if the connection has exceeded its budget. */
  recordMessage(socket: WebSocket, nowMs: number, cost = 1): boolean {
    const activity = this.#activityOf(socket);
    const { budget, isExceeded } = spend(activity.budget, { cost, nowMs });
    activity.lastMessageAtMs = nowMs;
    activity.budget = budget;
    return !isExceeded;
  }

  setReport(socket: WebSocket, report: DeviceReport | null): void {
    this.#activityOf(socket).report = report;
  }

  reports(): readonly DeviceReport[] {
    return this.sockets().flatMap((socket) => this.#activityOf(socket).report ?? []);
  }

  /** The connections from which nothing has arrived for longer than `ms`: no message and no answer to a ping. */
  silentFor(ms: number, nowMs: number): readonly WebSocket[] {
    return this.entries()
      .filter(({ key, connection: { joinedAtMs } }) => {
        const lastPingAtMs = this.#ctx.getWebSocketAutoResponseTimestamp(key)?.getTime() ?? 0;
        const { lastMessageAtMs } = this.#activityOf(key);
        return isSilent({ joinedAtMs, lastMessageAtMs, lastPingAtMs }, { ms, nowMs });
      })
      .map(({ key }) => key);
  }

  #activityOf(socket: WebSocket): Activity {
    const stored = this.#activities.get(socket);
    if (stored) return stored;
    const activity: Activity = { lastMessageAtMs: 0, report: null, budget: FULL_BUDGET };
    this.#activities.set(socket, activity);
    return activity;
  }
}
