import { DurableObject } from "cloudflare:workers";
import { type Rate, SharedBudgets } from "#app/domain/access/budget.ts";
import { liveLimits } from "#app/domain/access/live-limits.ts";
import { WORK_COSTS } from "#app/domain/access/work-budget.ts";
import type { RoomId } from "#app/domain/ids.ts";
import { SECOND_MS } from "#app/domain/units.ts";
import { mapInChunks } from "#app/lib/chunk.ts";
import { FairQueue } from "#app/lib/fair-queue.ts";
import { dropLateAlarm, isAlarmLate } from "#app/lib/set-alarm.ts";
import { type FunctionResponse, normalizeFunctionName } from "#app/protocol/function-envelope.ts";
import { PING, PONG } from "#app/protocol/room-messages.ts";
import { type ReadKey, toRoomKey } from "#db/changes/read-recorder.ts";
import { createDb } from "#db/client.ts";
import { findSignedInPeople } from "#db/queries/user-sessions.ts";
import { verifyAccessToken } from "#workers/accounts/sign-in/access-token.ts";
import { findSessionById } from "#workers/accounts/sign-in/sessions.ts";
import { toFailure } from "#workers/api/call-for-client.ts";
import { type CallError, findCallError } from "#workers/api/dispatch.ts";
import { failure } from "#workers/http/failure.ts";
import { logError } from "#workers/http/log-error.ts";
import type { Session } from "#workers/http/request-context.ts";
import { readCaller } from "#workers/live-contract/live-caller.ts";
import { liveObject } from "#workers/live-contract/live-stub.ts";
import { encodeTimestamp } from "#workers/live-contract/timestamp.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import { ROOMS_AT_ONCE } from "#workers/room-client/rooms-at-once.ts";
import { isolateWork } from "#workers/work/isolate-work.ts";
import { ChangeFollower } from "./change-follower.ts";
import { FunctionRunner } from "./function-runner.ts";
import { LiveConnection } from "./live-connection.ts";
import { CLOSE_TRY_AGAIN, LiveConnections } from "./live-connections.ts";
import {
  type ClientMessageOf,
  type LiveClientMessage,
  type LiveServerMessage,
  parseClientMessage,
  type QueryAddition,
  type QueryModification,
  toModification,
} from "./live-messages.ts";
import { MessageQueues } from "./message-queues.ts";
import { MutationRunner } from "./mutation-runner.ts";
import { OutcomeStore } from "./outcome-store.ts";
import { QueryEvaluator } from "./query-evaluator.ts";
import { Refresher } from "./refresher.ts";
import { SessionWatches } from "./session-watches.ts";
import { type Subscription, SubscriptionStore } from "./subscription-store.ts";

/** Clients give up a connection on which they have received nothing for a minute. */
const PING_MS = 25 * SECOND_MS;
/** Of a session, or of a guest's connection. A client sends all its queries and open mutations when it connects. */
const MESSAGE_RATE: Rate = { burst: 200, perSecond: 20 };
/**
 * Evaluations never make a payer owe this much, ms until it is paid, because they wait. Messages cannot wait before they are received,
 * so the connections of a payer who sends more are closed.
 */
const DEBT_MS = 15 * SECOND_MS;
/** A call of a payer who owes something waits in steps of this length, ms, at most. */
const WAIT_MS = SECOND_MS;

const SESSION_KEY = "sessions:token_hash=";

const CLOSE_NORMAL = 1000;
const CLOSE_PROTOCOL_ERROR = 1002;

/**
 * The sockets of the live queries. Every write notifies this object, which reads the change log and evaluates the queries
 * that have read what was changed. Connections and subscriptions survive its hibernation.
 */
export class LiveQueries extends DurableObject<Env> {
  readonly #store: SubscriptionStore;
  readonly #outcomes: OutcomeStore;
  readonly #runner: FunctionRunner;
  readonly #connections: LiveConnections;
  readonly #queues = new MessageQueues();
  readonly #messages = new SharedBudgets(MESSAGE_RATE);
  readonly #evaluator: QueryEvaluator;
  readonly #refresher: Refresher;
  readonly #mutations: MutationRunner;
  readonly #changes: ChangeFollower;
  /** Whether anything was stored since the storage was emptied last, as far as is known. */
  #isStored = true;
  /** When the next alarm is due, server time; null while that is not known. */
  #alarmMs: number | null = null;
  readonly #sessions: SessionWatches;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    // The app's own pages check their connection. The answer does not wake the object.
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG));
    const waitUntil = (promise: Promise<unknown>) => ctx.waitUntil(promise);
    this.#store = new SubscriptionStore(ctx.storage, env.APP_SECRET);
    this.#sessions = new SessionWatches(ctx.storage);
    this.#connections = new LiveConnections(this.#store, ctx.getWebSockets().map(LiveConnection.restore));
    this.#outcomes = new OutcomeStore(ctx.storage, env.APP_SECRET);
    this.#runner = new FunctionRunner(env, waitUntil);
    const evaluation = { work: isolateWork, turns: new FairQueue(liveLimits.evaluations) };
    this.#evaluator = new QueryEvaluator({ env, store: this.#store, runner: this.#runner, ...evaluation });
    this.#refresher = new Refresher({
      store: this.#store,
      evaluator: this.#evaluator,
      work: isolateWork,
      findConnection: (id) => this.#connections.find(id),
      onFailed: (connection) => this.#drop(connection, CLOSE_TRY_AGAIN, "InternalServerError"),
      cursor: () => this.#changes.cursor,
      callRun: (connectionIds) => liveObject(env).refreshConnections(connectionIds),
      waitUntil,
    });
    this.#mutations = new MutationRunner({ env, storage: ctx.storage, outcomes: this.#outcomes, runner: this.#runner });
    this.#changes = new ChangeFollower({ env, storage: ctx.storage, onChanged: (keys) => this.#showChanges(keys) });
    this.#refresher.refresh(this.#store.listWaiting());
  }

  override async fetch(request: Request): Promise<Response> {
    const caller = readCaller(request);
    if (!this.#connections.makeRoomForSocket(caller.address)) return failure("too-many-attempts");
    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.acceptWebSocket(server);
    const connection = LiveConnection.open(server, caller);
    this.#connections.add(connection);
    this.#charge(connection, WORK_COSTS.socket);
    await this.#keepAlarm();
    return new Response(null, { status: 101, webSocket: client });
  }

  /** To be called after a write to the database. */
  async notifyWrite(): Promise<void> {
    if (this.#isFollowing()) await this.#changes.follow({ isInLog: true });
    await this.#keepAlarm();
  }

  /** From now on, the room is notified when one of the sessions ends. */
  async watchSessions(sessionIds: readonly string[], roomId: RoomId): Promise<void> {
    await this.#beginToFollow();
    this.#isStored = true;
    this.#sessions.add(sessionIds, roomId, Date.now());
  }

  #isFollowing(): boolean {
    return this.#connections.queries > 0 || !this.#sessions.isEmpty();
  }

  /** To be called before the first that depends on changes is stored. */
  async #beginToFollow(): Promise<void> {
    if (!this.#isFollowing()) await this.#changes.skipToEnd(() => this.#isFollowing());
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
    return { connections: this.#connections.size, queries: this.#connections.queries };
  }

  override async webSocketMessage(socket: WebSocket, raw: string | ArrayBuffer): Promise<void> {
    const connection = this.#connections.get(socket);
    if (!connection) return;
    const sender = connection.sessionId ?? connection.id;
    const nowMs = Date.now();
    const isTooMuch = !this.#messages.spend(sender, { nowMs }) || isolateWork.waitMs(connection.payer, nowMs) > DEBT_MS;
    if (isTooMuch) return this.#drop(connection, CLOSE_TRY_AGAIN, "TooManyConcurrentRequests");
    const isTooLong = typeof raw !== "string" || raw.length > liveLimits.messageChars;
    if (!isTooLong) this.#charge(connection, WORK_COSTS.message + raw.length * WORK_COSTS.byte);
    const message = isTooLong ? null : parseClientMessage(raw);
    if (isTooLong || !message) return this.#drop(connection, CLOSE_PROTOCOL_ERROR, "MalformedMessage");
    const handled = this.#queues.add(connection, {
      isAuthentication: message.type === "Authenticate",
      chars: raw.length,
      handle: () => this.#handleInTurn(connection, message),
    });
    await this.#keepAlarm();
    return handled ?? this.#drop(connection, CLOSE_TRY_AGAIN, "TooManyConcurrentRequests");
  }

  override async webSocketClose(socket: WebSocket): Promise<void> {
    this.#connections.end(socket);
    // completes the closing handshake, for which clients wait
    socket.close(CLOSE_NORMAL);
  }

  override async webSocketError(socket: WebSocket): Promise<void> {
    this.#connections.end(socket);
  }

  /** Keeps idle connections alive. Also reads the change log, in case the notification of a write was lost. */
  override async alarm(): Promise<void> {
    this.#alarmMs = null;
    this.#outcomes.removeExpired(Date.now());
    await this.#emptyStorage();
    await this.#scheduleAlarm();
    for (const connection of this.#connections.list()) connection.send({ type: "Ping" });
    await this.notifyWrite();
  }

  /** Sets the alarm for the next pings, or for the end of the outcomes that are kept. */
  async #scheduleAlarm(): Promise<void> {
    const nowMs = Date.now();
    this.#alarmMs = await dropLateAlarm(this.ctx.storage, nowMs);
    const alarmMs = this.#connections.size > 0 ? nowMs + PING_MS : this.#outcomes.expiresAtMs;
    if (alarmMs === null || alarmMs >= (this.#alarmMs ?? Number.POSITIVE_INFINITY)) return;
    await this.ctx.storage.setAlarm(alarmMs);
    this.#alarmMs = alarmMs;
  }

  /** Sets the alarm if it was lost or has failed, or was set before the object started. */
  async #keepAlarm(): Promise<void> {
    if (this.#alarmMs === null || isAlarmLate(this.#alarmMs, Date.now())) await this.#scheduleAlarm();
  }

  /** Gives back the space of the storage when nothing is stored: deleted rows alone leave the file as large as it was. */
  async #emptyStorage(): Promise<void> {
    if (!this.#isStored || this.#isFollowing() || this.#outcomes.expiresAtMs !== null) return;
    this.#isStored = false;
    const emptied = this.ctx.storage.deleteAll();
    this.#store.createTables();
    this.#outcomes.createTables();
    this.#sessions.createTable();
    await emptied;
  }

  #charge({ payer }: LiveConnection, units: number): void {
    isolateWork.charge(payer, units, Date.now());
  }

  #send(connection: LiveConnection, message: LiveServerMessage): void {
    this.#charge(connection, connection.send(message) * WORK_COSTS.byte);
  }

  #drop(connection: LiveConnection, code: number, reason: string): void {
    this.#connections.drop(connection, code, reason);
  }

  /** Resolves when the payer of a connection owes nothing, or the connection is closed. */
  async #waitForBudget(connection: LiveConnection): Promise<void> {
    for (;;) {
      const waitMs = isolateWork.waitMs(connection.payer, Date.now());
      if (waitMs === 0 || !this.#connections.isOpen(connection)) return;
      await scheduler.wait(Math.min(waitMs, WAIT_MS));
    }
  }

  async #handleInTurn(connection: LiveConnection, message: LiveClientMessage): Promise<void> {
    if (!this.#connections.isOpen(connection)) return;
    try {
      await this.#handle(connection, message);
    } catch (error) {
      logError("live-queries", error, { message: message.type });
      this.#drop(connection, CLOSE_TRY_AGAIN, "InternalServerError");
    }
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
        await this.#waitForBudget(connection);
        // begins in its turn, and holds nothing up
        return this.ctx.waitUntil(this.#runAction(connection, message));
      case "Event":
        // statistics of the client
        return;
    }
  }

  async #authenticate(connection: LiveConnection, message: ClientMessageOf<"Authenticate">): Promise<void> {
    const { tokenType, value = "", baseVersion } = message;
    if (baseVersion !== connection.version.identity) return this.#drop(connection, CLOSE_PROTOCOL_ERROR, "UnexpectedVersion");
    const session = tokenType === "User" ? await verifyAccessToken(this.env, createDb(this.env.DB), value) : null;
    if (tokenType !== "None" && !session) {
      const error = "The token is invalid or has expired";
      return this.#send(connection, { type: "AuthError", error, baseVersion, authUpdateAttempted: true });
    }
    if ((session?.id ?? null) !== connection.sessionId) {
      if (!this.#signIn(connection, session)) return;
      this.#refresher.refresh(this.#store.list(connection.id));
      await this.#refresher.settle(connection.id);
      if (!this.#connections.isOpen(connection)) return;
    }
    connection.transition([], { identity: baseVersion + 1 });
  }

  /** Changes who calls. Returns whether the connection is still open. */
  #signIn(connection: LiveConnection, session: Session | null): boolean {
    this.#connections.changePayer(connection, () => connection.signIn(session));
    return this.#connections.isOpen(connection);
  }

  async #modifyQueries(connection: LiveConnection, message: ClientMessageOf<"ModifyQuerySet">): Promise<void> {
    const { baseVersion, newVersion, modifications } = message;
    if (baseVersion !== connection.version.querySet || newVersion !== baseVersion + 1) {
      return this.#drop(connection, CLOSE_PROTOCOL_ERROR, "UnexpectedVersion");
    }
    const { id } = connection;
    const removed = modifications.flatMap((modification) => (modification.type === "Remove" ? modification.queryId : []));
    const stored = new Set(this.#store.list(id).map(({ queryId }) => queryId));
    for (const queryId of removed) if (stored.has(queryId)) this.#store.remove(id, queryId);
    this.#connections.countQueries(connection);
    const added = modifications.flatMap((modification) => (modification.type === "Add" ? checkAddition(modification) : []));
    this.#charge(connection, modifications.length * WORK_COSTS.message);
    const additions = added.flatMap((addition) => ("failed" in addition ? [] : addition));
    if (additions.length > 0 && !(await this.#addQueries(connection, additions))) return;
    const gone = removed.map((queryId): QueryModification => ({ type: "QueryRemoved", queryId }));
    const failed = added.flatMap((addition) => ("failed" in addition ? addition.failed : []));
    // the results bring the timestamp: a client takes it for the one of all its queries
    connection.transition([...gone, ...failed], { querySet: newVersion });
    const ids = new Set(additions.map(({ queryId }) => queryId));
    this.#refresher.refresh(this.#store.list(id).filter(({ queryId }) => ids.has(queryId)));
  }

  /** Stores subscriptions. Closes the connection if it cannot have as many. Returns whether it is still open. */
  async #addQueries(connection: LiveConnection, additions: readonly Addition[]): Promise<boolean> {
    const { id } = connection;
    await this.#beginToFollow();
    if (!this.#connections.isOpen(connection)) return false;
    if (!this.#connections.makeRoomForQueries(connection, additions.length)) return false;
    this.#isStored = true;
    for (const addition of additions) this.#store.add({ connection: id, ...addition });
    this.#connections.countQueries(connection);
    return true;
  }

  async #runAction(connection: LiveConnection, { requestId, udfPath, args }: ClientMessageOf<"Action">): Promise<void> {
    const outcome = await this.#runner.run({ path: udfPath, args: args[0] ?? {} }, "action", connection);
    this.#charge(connection, WORK_COSTS.call);
    this.#send(connection, { type: "ActionResponse", requestId, ...toResult(outcome) });
  }

  /** The response comes before the transition that shows the effects: the client waits for the transition after it. */
  async #runMutation(connection: LiveConnection, message: ClientMessageOf<"Mutation">): Promise<void> {
    const { requestId } = message;
    await this.#waitForBudget(connection);
    if (!this.#connections.isOpen(connection)) return;
    this.#isStored = true;
    this.#charge(connection, WORK_COSTS.call);
    const { outcome, ts } = await this.#mutations.run(connection, message);
    await this.#scheduleAlarm();
    const success = outcome.status === "success" ? { ts: encodeTimestamp(ts) } : {};
    this.#send(connection, { type: "MutationResponse", requestId, ...toResult(outcome), ...success });
    if (outcome.status === "error") return;
    await this.#changes.follow({ isInLog: true });
    await this.#refresher.settle(connection.id);
    if (!this.#connections.isOpen(connection)) return;
    connection.transition([], { ts: Math.max(ts, this.#changes.cursor) });
  }

  async #showChanges(keys: ReadonlySet<ReadKey>): Promise<void> {
    this.#evaluator.recordStep(keys);
    this.ctx.waitUntil(this.#notifyRooms(keys));
    this.#refresher.refresh(this.#store.listReaders(keys));
    await this.#checkSessions(keys);
  }

  /** Of this object itself: evaluates what is due of connections, in an invocation of its own. */
  async refreshConnections(connectionIds: readonly string[]): Promise<void> {
    await this.#refresher.run(connectionIds);
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
    for (const connection of this.#connections.list()) {
      const { sessionId, version } = connection;
      if (sessionId === null || !keys.has(`${SESSION_KEY}${sessionId}`)) continue;
      if (await findSessionById(createDb(this.env.DB), sessionId, Date.now())) continue;
      if (!this.#signIn(connection, null)) continue;
      if (version.identity === 0) continue;
      // the version before the one that was confirmed
      const baseVersion = version.identity - 1;
      connection.send({ type: "AuthError", error: "The session has ended", baseVersion, authUpdateAttempted: false });
    }
  }
}

/** A subscription that is valid, as it is stored. */
type Addition = Pick<Subscription, "queryId" | "path" | "args">;

/** A query that fails for every caller is answered at once and not stored. */
function checkAddition({
  queryId,
  udfPath,
  args: [args = {}],
}: QueryAddition): Addition | { readonly failed: QueryModification } {
  const text = JSON.stringify(args);
  const isTooLong = text.length > liveLimits.argumentChars;
  const error: CallError | null = isTooLong
    ? { code: "invalid-arguments", detail: `args: longer than ${liveLimits.argumentChars} characters` }
    : findCallError({ path: udfPath, kind: "query", args });
  return error
    ? { failed: toModification(queryId, toFailure(udfPath, error)) }
    : { queryId, path: normalizeFunctionName(udfPath), args: text };
}

function toResult(outcome: FunctionResponse<unknown>) {
  const { logLines } = outcome;
  if (outcome.status === "success") return { success: true, result: outcome.value, logLines };
  return { success: false, result: outcome.errorMessage, errorData: outcome.errorData, logLines };
}
