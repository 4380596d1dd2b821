import { DurableObject } from "cloudflare:workers";
import { type Rate, SharedBudgets } from "#app/domain/access/budget.ts";
import type { RoomId } from "#app/domain/ids.ts";
import { HOUR_MS } from "#app/domain/units.ts";
import { mapInChunks } from "#app/lib/chunk.ts";
import { groupBy } from "#app/lib/group-by.ts";
import type { FunctionResponse } from "#app/protocol/function-envelope.ts";
import { PING, PONG } from "#app/protocol/room-messages.ts";
import { type ReadKey, toRoomKey } from "#db/changes/read-recorder.ts";
import { createDb } from "#db/client.ts";
import { findSignedInPeople } from "#db/queries/user-sessions.ts";
import { verifyAccessToken } from "#workers/accounts/sign-in/access-token.ts";
import { findSessionById } from "#workers/accounts/sign-in/sessions.ts";
import { failure } from "#workers/http/failure.ts";
import { logError } from "#workers/http/log-error.ts";
import { readCaller } from "#workers/live-contract/live-caller.ts";
import { liveObject } from "#workers/live-contract/live-stub.ts";
import { encodeTimestamp } from "#workers/live-contract/timestamp.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import { ChangeFollower } from "./change-follower.ts";
import { FunctionRunner } from "./function-runner.ts";
import { LiveConnection } from "./live-connection.ts";
import { type ClientMessageOf, type LiveClientMessage, parseClientMessage, type QueryModification } from "./live-messages.ts";
import { MutationRunner } from "./mutation-runner.ts";
import { QueryEvaluator, type SharedEvaluations } from "./query-evaluator.ts";
import { toBatches } from "./refresh-batches.ts";
import { SessionWatches } from "./session-watches.ts";
import { type Subscription, SubscriptionStore } from "./subscription-store.ts";

/** Clients give up a connection on which they have received nothing for a minute. */
const PING_MS = 25_000;
const QUERIES_PER_CONNECTION = 200;
const QUERIES_MAX = 20_000;
/** Many people may share an address. */
const CONNECTIONS_PER_ADDRESS = 500;
const MESSAGE_CHARS_MAX = 256 * 1024;
/** Of a session, or of a guest's connection. A client sends all its queries and open mutations when it connects. */
const MESSAGE_RATE: Rate = { burst: 200, perSecond: 20 };
/** A client that was disconnected for longer may repeat a mutation. */
const MUTATION_RETENTION_MS = HOUR_MS;

const SESSION_KEY = "sessions:token_hash=";
const ROOMS_AT_ONCE = 20;

const CLOSE_NORMAL = 1000;
const CLOSE_PROTOCOL_ERROR = 1002;
const CLOSE_TRY_AGAIN = 1013;

/**
 * The sockets of the live queries. Every write notifies this object, which reads the change log and evaluates the queries
 * that have read what was changed. Connections and subscriptions survive its hibernation.
 */
export class LiveQueries extends DurableObject<Env> {
  readonly #store: SubscriptionStore;
  readonly #runner: FunctionRunner;
  readonly #connections = new Map<WebSocket, LiveConnection>();
  /** The tail of each connection's queue: its messages take effect in their order. */
  readonly #queues = new WeakMap<LiveConnection, Promise<void>>();
  readonly #messages = new SharedBudgets(MESSAGE_RATE);
  readonly #evaluator: QueryEvaluator;
  readonly #mutations: MutationRunner;
  readonly #changes: ChangeFollower;
  readonly #sessions: SessionWatches;
  /** The evaluations of the step that is running. */
  #shared: SharedEvaluations = new Map();

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    // The app's own pages check their connection. The answer does not wake the object.
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG));
    this.#store = new SubscriptionStore(ctx.storage);
    this.#sessions = new SessionWatches(ctx.storage);
    this.#runner = new FunctionRunner(env, (promise) => ctx.waitUntil(promise));
    this.#evaluator = new QueryEvaluator(env, this.#store, this.#runner);
    this.#mutations = new MutationRunner({ env, storage: ctx.storage, store: this.#store, runner: this.#runner });
    this.#changes = new ChangeFollower({ env, storage: ctx.storage, onChanged: (keys) => this.#showChanges(keys) });
    for (const socket of ctx.getWebSockets()) this.#connections.set(socket, LiveConnection.restore(socket));
    this.#store.retainConnections([...this.#connections.values()].map(({ id }) => id));
  }

  override async fetch(request: Request): Promise<Response> {
    const caller = readCaller(request);
    if (this.ctx.getWebSockets(caller.address).length >= CONNECTIONS_PER_ADDRESS) return failure("too-many-attempts");
    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.acceptWebSocket(server, [caller.address]);
    this.#connections.set(server, LiveConnection.open(server, caller));
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now() + PING_MS);
    return new Response(null, { status: 101, webSocket: client });
  }

  /** To be called after a write to the database. */
  async notifyWrite(): Promise<void> {
    if (this.#isFollowing()) await this.#changes.follow({ isInLog: true });
  }

  /** From now on, the room is notified when one of the sessions ends. */
  async watchSessions(sessionIds: readonly string[], roomId: RoomId): Promise<void> {
    if (!this.#isFollowing()) await this.#changes.skipToEnd();
    this.#sessions.add(sessionIds, roomId, Date.now());
  }

  #isFollowing(): boolean {
    return this.#store.count() > 0 || !this.#sessions.isEmpty();
  }

  /** To be called after a change of a room's state. Returns whether a query depends on the room. */
  async notifyRoom(roomId: RoomId): Promise<boolean> {
    const key = toRoomKey(roomId);
    if (!this.#store.hasReader(key)) {
      this.#evaluator.forgetRoom(roomId);
      return false;
    }
    this.ctx.waitUntil(this.#changes.follow({ keys: [key] }));
    return true;
  }

  async count(): Promise<{ readonly connections: number; readonly queries: number }> {
    return { connections: this.#connections.size, queries: this.#store.count() };
  }

  override async webSocketMessage(socket: WebSocket, raw: string | ArrayBuffer): Promise<void> {
    const connection = this.#connections.get(socket);
    if (!connection) return;
    const sender = connection.sessionId ?? connection.id;
    if (!this.#messages.spend(sender, { nowMs: Date.now() }))
      return connection.close(CLOSE_TRY_AGAIN, "TooManyConcurrentRequests");
    const isTooLong = typeof raw === "string" && raw.length > MESSAGE_CHARS_MAX;
    const message = isTooLong ? null : parseClientMessage(raw);
    if (!message) return connection.close(CLOSE_PROTOCOL_ERROR, "MalformedMessage");
    const handled = (this.#queues.get(connection) ?? Promise.resolve()).then(() => this.#handle(connection, message));
    const queue = handled.catch((error) => {
      logError("live-queries", error, { message: message.type });
      connection.close(CLOSE_TRY_AGAIN, "InternalServerError");
    });
    this.#queues.set(connection, queue);
    return queue;
  }

  override async webSocketClose(socket: WebSocket): Promise<void> {
    this.#forget(socket);
    // completes the closing handshake, for which clients wait
    socket.close(CLOSE_NORMAL);
  }

  override async webSocketError(socket: WebSocket): Promise<void> {
    this.#forget(socket);
  }

  /** Keeps idle connections alive. Also reads the change log, in case the notification of a write was lost. */
  override async alarm(): Promise<void> {
    this.#store.removeMutations(Date.now() - MUTATION_RETENTION_MS);
    if (this.#connections.size === 0) return;
    await this.ctx.storage.setAlarm(Date.now() + PING_MS);
    for (const connection of this.#connections.values()) connection.send({ type: "Ping" });
    await this.notifyWrite();
  }

  #forget(socket: WebSocket): void {
    const connection = this.#connections.get(socket);
    if (connection) this.#store.removeConnection(connection.id);
    this.#connections.delete(socket);
  }

  async #handle(connection: LiveConnection, message: LiveClientMessage): Promise<void> {
    switch (message.type) {
      case "Connect":
        return connection.identify({ clientId: message.sessionId, clockSkewMs: Date.now() - message.clientTs });
      case "Authenticate":
        return this.#authenticate(connection, message);
      case "ModifyQuerySet":
        return this.#modifyQueries(connection, message);
      case "Mutation":
        return this.#runMutation(connection, message);
      case "Action":
        // begins in its turn, and holds nothing up
        return this.ctx.waitUntil(this.#runAction(connection, message));
      case "Event":
        // statistics of the client
        return;
    }
  }

  async #authenticate(connection: LiveConnection, message: ClientMessageOf<"Authenticate">): Promise<void> {
    const { tokenType, value = "", baseVersion } = message;
    const session = tokenType === "User" ? await verifyAccessToken(this.env, createDb(this.env.DB), value) : null;
    if (tokenType !== "None" && !session) {
      const error = "The token is invalid or has expired";
      return connection.send({ type: "AuthError", error, baseVersion, authUpdateAttempted: true });
    }
    connection.signIn(session?.id ?? null);
    const modifications = await this.#evaluator.evaluate(connection, this.#store.list(connection.id));
    connection.transition(modifications, { identity: baseVersion + 1, ts: this.#changes.cursor });
  }

  async #modifyQueries(connection: LiveConnection, message: ClientMessageOf<"ModifyQuerySet">): Promise<void> {
    const { baseVersion, newVersion, modifications } = message;
    if (baseVersion !== connection.version.querySet) return connection.close(CLOSE_PROTOCOL_ERROR, "UnexpectedVersion");
    const removed = modifications.filter((modification) => modification.type === "Remove");
    const added = modifications.filter((modification) => modification.type === "Add");
    for (const { queryId } of removed) this.#store.remove(connection.id, queryId);
    const { id } = connection;
    const isTooMany = this.#store.count(id) + added.length > QUERIES_PER_CONNECTION || this.#store.count() > QUERIES_MAX;
    if (isTooMany && added.length > 0) return connection.close(CLOSE_TRY_AGAIN, "SubscriptionsWorkerFullError");
    if (!this.#isFollowing()) await this.#changes.skipToEnd();
    for (const { queryId, udfPath: path, args } of added) {
      this.#store.add({ connection: id, queryId, path, args: JSON.stringify(args[0] ?? {}) });
    }
    const ids = new Set(added.map(({ queryId }) => queryId));
    const subscriptions = this.#store.list(id).filter(({ queryId }) => ids.has(queryId));
    const updated = await this.#evaluator.evaluate(connection, subscriptions);
    const gone = removed.map(({ queryId }): QueryModification => ({ type: "QueryRemoved", queryId }));
    connection.transition([...gone, ...updated], { querySet: newVersion, ts: this.#changes.cursor });
  }

  async #runAction(connection: LiveConnection, { requestId, udfPath, args }: ClientMessageOf<"Action">): Promise<void> {
    const outcome = await this.#runner.run({ path: udfPath, args: args[0] ?? {} }, "action", connection);
    connection.send({ type: "ActionResponse", requestId, ...toResult(outcome) });
  }

  /** The response comes before the transition that shows the effects: the client waits for the transition after it. */
  async #runMutation(connection: LiveConnection, message: ClientMessageOf<"Mutation">): Promise<void> {
    const { requestId } = message;
    const { outcome, ts } = await this.#mutations.run(connection, message);
    const success = outcome.status === "success" ? { ts: encodeTimestamp(ts) } : {};
    connection.send({ type: "MutationResponse", requestId, ...toResult(outcome), ...success });
    if (outcome.status === "error") return;
    await this.#changes.follow({ isInLog: true });
    connection.transition([], { ts: Math.max(ts, this.#changes.cursor) });
  }

  async #showChanges(keys: ReadonlySet<ReadKey>): Promise<void> {
    this.#evaluator.recordStep(keys);
    this.ctx.waitUntil(this.#notifyRooms(keys));
    await this.#refresh(this.#store.listReaders(keys));
    await this.#checkSessions(keys);
  }

  async #refresh(subscriptions: readonly Subscription[]): Promise<void> {
    this.#shared = new Map();
    const [first = [], ...others] = toBatches(subscriptions);
    await Promise.all([
      this.refreshBatch(first),
      ...others.map((batch) =>
        liveObject(this.env)
          .refreshBatch(batch)
          .catch((error) => {
            logError("live-queries", error, { batch: batch.length });
            return this.refreshBatch(batch);
          }),
      ),
    ]);
  }

  /**
   * Evaluates subscriptions and sends each connection its changed results in one transition. The object calls itself for
   * further batches, because each call is an invocation of its own, with its own limit of queries to D1.
   */
  async refreshBatch(subscriptions: readonly Subscription[]): Promise<void> {
    const ts = this.#changes.cursor;
    const shared = this.#shared;
    const byConnection = groupBy(subscriptions, ({ connection }) => connection);
    await Promise.all(
      [...this.#connections.values()].map(async (connection) => {
        const modifications = await this.#evaluator.evaluate(connection, byConnection.get(connection.id) ?? [], shared);
        if (modifications.length > 0) connection.transition(modifications, { ts });
      }),
    );
  }

  /** Notifies the rooms of sessions that have ended. */
  async #notifyRooms(keys: ReadonlySet<ReadKey>): Promise<void> {
    const changed = [...keys].filter((key) => key.startsWith(SESSION_KEY)).map((key) => key.slice(SESSION_KEY.length));
    if (changed.length === 0) return;
    try {
      const signedIn = await findSignedInPeople(createDb(this.env.DB), changed, Date.now());
      const rooms = this.#sessions.take(changed.filter((id) => !signedIn.has(id)));
      await mapInChunks(rooms, ROOMS_AT_ONCE, (roomId) => roomObject(this.env, roomId).checkSessions());
    } catch (error) {
      // the rooms check their sessions from time to time
      logError("live-queries", error);
    }
  }

  /** Signs out the connections whose sessions have ended. Their queries were evaluated without the session already. */
  async #checkSessions(keys: ReadonlySet<ReadKey>): Promise<void> {
    for (const connection of this.#connections.values()) {
      const { sessionId, version } = connection;
      if (sessionId === null || !keys.has(`${SESSION_KEY}${sessionId}`)) continue;
      if (await findSessionById(createDb(this.env.DB), sessionId, Date.now())) continue;
      connection.signIn(null);
      if (version.identity === 0) continue;
      // the version before the one that was confirmed
      const baseVersion = version.identity - 1;
      connection.send({ type: "AuthError", error: "The session has ended", baseVersion, authUpdateAttempted: false });
    }
  }
}

function toResult(outcome: FunctionResponse<unknown>) {
  const { logLines } = outcome;
  if (outcome.status === "success") return { success: true, result: outcome.value, logLines };
  return { success: false, result: outcome.errorMessage, errorData: outcome.errorData, logLines };
}
