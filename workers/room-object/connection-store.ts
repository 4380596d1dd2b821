import { type Budget, fullBudget, MESSAGE_RATE, type SharedBudgets, spend } from "#app/domain/access/budget.ts";
import { type Connection, isSilent, isSimilarRoundTrip } from "#app/domain/access/connection.ts";
import { PresenceTally } from "#app/domain/access/presence-tally.ts";
import type { DeviceReport } from "#app/domain/sync/room-sync-summary.ts";
import { connectionSchema } from "#workers/room-contract/join-request.ts";

/** The activity of a connection, kept only while the object is in memory. */
type Activity = { readonly sender: string; lastMessageAtMs: number; report: DeviceReport | null; budget: Budget };

/**
 * The WebSockets of a room, with the connection of each. A connection is attached to its socket, so that it survives
 * hibernation. Its activity does not, and starts from zero afterwards. A closed socket has no connection, whether or not
 * the other side has noticed.
 */
export class ConnectionStore {
  readonly #ctx: DurableObjectState;
  readonly #messages: SharedBudgets;
  /** Null until it is first used. */
  #open: Map<WebSocket, Connection> | null = null;
  readonly #presence = new PresenceTally();
  #changes = 0;
  readonly #activities = new WeakMap<WebSocket, Activity>();
  #activityCount = 0;

  /** @param messages the budgets of people, which outlive their connections */
  constructor(ctx: DurableObjectState, messages: SharedBudgets) {
    this.#ctx = ctx;
    this.#messages = messages;
  }

  get presence(): PresenceTally {
    this.#load();
    return this.#presence;
  }

  /** Increases with each change of a connection. */
  get changes(): number {
    return this.#changes;
  }

  get size(): number {
    return this.#load().size;
  }

  sockets(): readonly WebSocket[] {
    return [...this.#load().keys()];
  }

  list(): readonly Connection[] {
    return [...this.#load().values()];
  }

  /** The sockets with their connections, as the rules of `app/domain/access` expect them. */
  entries(): readonly { readonly key: WebSocket; readonly connection: Connection }[] {
    return [...this.#load()].map(([key, connection]) => ({ key, connection }));
  }

  /** Null for a socket that the room has closed, or that waits for access. */
  get(socket: WebSocket): Connection | null {
    return this.#load().get(socket) ?? null;
  }

  accept(socket: WebSocket, connection: Connection, tag: string): void {
    this.set(socket, connection);
    this.#ctx.acceptWebSocket(socket, [tag]);
  }

  set(socket: WebSocket, connection: Connection | null): void {
    const open = this.#load();
    this.#presence.replace(open.get(socket) ?? null, connection);
    if (connection) open.set(socket, connection);
    else open.delete(socket);
    this.#changes += 1;
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
    activity.lastMessageAtMs = nowMs;
    const person = this.get(socket)?.person;
    if (person) return this.#messages.spend(person.id, { cost, nowMs });
    const { budget, isExceeded } = spend(activity.budget, { rate: MESSAGE_RATE, cost, nowMs });
    activity.budget = budget;
    return !isExceeded;
  }

  /** Identifies the connection for limits, while the object is in memory. */
  senderOf(socket: WebSocket): string {
    return this.#activityOf(socket).sender;
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

  /**
   * The open connections. After hibernation they are read from the attachments. The platform also lists sockets that wait for
   * access, and closed ones until the other side answers; neither has a connection attached.
   */
  #load(): Map<WebSocket, Connection> {
    if (this.#open) return this.#open;
    this.#open = new Map();
    for (const socket of this.#ctx.getWebSockets()) {
      const stored = connectionSchema.safeParse(socket.deserializeAttachment());
      if (!stored.success) continue;
      this.#open.set(socket, stored.data);
      this.#presence.add(stored.data);
    }
    return this.#open;
  }

  #activityOf(socket: WebSocket): Activity {
    const stored = this.#activities.get(socket);
    if (stored) return stored;
    this.#activityCount += 1;
    const sender = `connection ${this.#activityCount}`;
    const activity: Activity = { sender, lastMessageAtMs: 0, report: null, budget: fullBudget(MESSAGE_RATE) };
    this.#activities.set(socket, activity);
    return activity;
  }
}
