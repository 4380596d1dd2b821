import type { Connection } from "#app/domain/access/connection.ts";
import { connectionLimits } from "#app/domain/access/connection-limits.ts";
import { isSamePerson, type Person } from "#app/domain/accounts/person.ts";
import type { RoomId } from "#app/domain/ids.ts";
import type { Actor } from "#app/domain/room/decision.ts";
import { findPeople } from "#db/queries/profile.ts";
import { findSignedInPeople } from "#db/queries/user-sessions.ts";
import { logError } from "#workers/http/log-error.ts";
import { openDb } from "#workers/http/open-db.ts";
import { liveObject } from "#workers/live-contract/live-stub.ts";
import type { Broadcaster } from "./broadcaster.ts";
import type { ConnectionStore } from "./connection-store.ts";
import type { RoomChat } from "./create-chat.ts";
import type { RoomLog } from "./room-log.ts";
import type { RoomStore } from "./room-store.ts";
import type { RoomVotes } from "./room-votes.ts";

type Deps = {
  readonly env: Env;
  readonly kv: DurableObjectStorage["kv"];
  readonly connections: ConnectionStore;
  readonly broadcaster: Broadcaster;
  readonly votes: Pick<RoomVotes, "voters" | "removePerson">;
  readonly publishPresence: (connection: Connection) => void;
  readonly isRemoved: () => boolean;
  readonly waitUntil: (promise: Promise<unknown>) => void;
  readonly log: Pick<RoomLog, "listPeople" | "removePerson">;
  readonly chat: RoomChat;
};

/** When the stored people were last compared with D1, server time. */
const CHECKED_AT = "people-checked-at-ms";
const SERVER: Actor = { kind: "server" };

/**
 * Keeps names and avatars up to date: of the owner, of the people who are connected, of those who have added entries, and of those in
 * the chat.
 */
export class PeopleDirectory {
  readonly #deps: Deps;
  /** The number of updates. If it has changed while D1 was queried, the answer is outdated. */
  #updates = 0;
  /** When each session was last checked, server time. */
  #checkedAtMs = new Map<string, number>();
  /** The checks that run or wait, by session. */
  readonly #checks = new Map<string, Promise<void>>();
  /** The sessions of the check that waits for the one before it. */
  #due = new Set<string>();
  #lastCheck = Promise.resolve();
  #watchedAtMs = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Applies a person's new name or avatar. */
  update(room: RoomStore, person: Person): void {
    this.#updates += 1;
    this.#updateStored(room, person);
    this.#updateConnections(person);
    this.#deps.broadcaster.broadcast({ type: "members-changed" });
  }

  /** Notifies the room when the session of a connection ends. */
  watchSession(roomId: RoomId, { sessionId }: Connection): void {
    if (sessionId !== null) this.#watch(roomId, [sessionId]);
  }

  #watch(roomId: RoomId, sessionIds: readonly string[]): void {
    const watching = liveObject(this.#deps.env).watchSessions(sessionIds, roomId);
    this.#deps.waitUntil(watching.catch((error) => logError("room-people", error, { room: roomId })));
  }

  /**
   * The check after which a message of the connection may take effect; null if the last one is recent enough. Sessions that are due
   * while a check runs are checked together.
   */
  checkIfDue({ sessionId, joinedAtMs }: Connection, nowMs: number): Promise<void> | null {
    if (sessionId === null) return null;
    const running = this.#checks.get(sessionId);
    if (running) return running;
    const checkedAtMs = Math.max(joinedAtMs, this.#checkedAtMs.get(sessionId) ?? 0);
    if (nowMs - checkedAtMs < connectionLimits.sessionCheckMs) return null;
    if (this.#due.size === 0) this.#lastCheck = this.#lastCheck.then(() => this.#checkDue());
    this.#due.add(sessionId);
    this.#checks.set(sessionId, this.#lastCheck);
    return this.#lastCheck;
  }

  async #checkDue(): Promise<void> {
    const due = this.#due;
    this.#due = new Set();
    await this.#checkSessions(due);
    for (const sessionId of due) this.#checks.delete(sessionId);
  }

  /** Checks the sessions of all connections. */
  async checkConnected(): Promise<void> {
    const connected = new Set(this.#deps.connections.list().flatMap(({ sessionId }) => sessionId ?? []));
    this.#checkedAtMs = new Map([...this.#checkedAtMs].filter(([sessionId]) => connected.has(sessionId)));
    await this.#checkSessions(connected);
  }

  /** Watches the sessions of all connections, if the last time is long ago. */
  watchConnectedIfDue(roomId: RoomId, nowMs: number): void {
    if (nowMs - this.#watchedAtMs < connectionLimits.sessionWatchMs) return;
    this.#watchedAtMs = nowMs;
    const connected = new Set(this.#deps.connections.list().flatMap(({ sessionId }) => sessionId ?? []));
    if (connected.size > 0) this.#watch(roomId, [...connected]);
  }

  /** Makes connections rejoin whose session has ended, and updates the people of the others. */
  async #checkSessions(checked: ReadonlySet<string>): Promise<void> {
    const { env, broadcaster } = this.#deps;
    if (checked.size === 0) return;
    const nowMs = Date.now();
    const signedIn = await this.#query(() => findSignedInPeople(openDb(env), [...checked], nowMs));
    for (const sessionId of checked) this.#checkedAtMs.set(sessionId, nowMs);
    if (!signedIn) return;
    const hasEnded = ({ sessionId }: Connection) => sessionId !== null && checked.has(sessionId) && !signedIn.has(sessionId);
    broadcaster.closeWhere(hasEnded, "rejoin");
    for (const person of signedIn.values()) this.#updateConnections(person);
  }

  /** Compares the owner, the people who have added entries, voted or written, and those in the log, with D1, at most every `presenceRefreshMs`. */
  async checkStored(room: RoomStore): Promise<void> {
    const { env, kv, log, chat, votes, isRemoved } = this.#deps;
    const nowMs = Date.now();
    if (nowMs - (kv.get<number>(CHECKED_AT) ?? 0) < connectionLimits.presenceRefreshMs) return;
    // before the query, so that calls during it do not repeat it
    kv.put(CHECKED_AT, nowMs);
    const { info, people: adders } = room.state();
    const inState = [info.owner.id, ...Object.values(adders).map(({ id }) => id)];
    const stored = [...new Set([...inState, ...log.listPeople(), ...chat.people.listIds(), ...votes.voters()])];
    const people = await this.#query(() => findPeople(openDb(env), stored));
    if (!people) {
      if (!isRemoved()) kv.delete(CHECKED_AT);
      return;
    }
    for (const person of people) this.#updateStored(room, person);
    const existing = new Set(people.map(({ id }) => id));
    const deleted = stored.filter((id) => !existing.has(id));
    for (const userId of deleted) {
      room.run({ type: "remove-person", userId }, SERVER);
      log.removePerson(userId);
      chat.chat.removePerson(userId);
      votes.removePerson(userId);
    }
  }

  #updateStored(room: RoomStore, person: Person): void {
    const { info } = room.state();
    if (info.owner.id === person.id) room.updateInfo({ ...info, owner: person });
    room.run({ type: "update-person", person }, SERVER);
    this.#deps.chat.chat.updatePerson(person);
  }

  #updateConnections(person: Person): void {
    const { connections, publishPresence } = this.#deps;
    let updated: Connection | null = null;
    for (const { key, connection } of connections.entries()) {
      if (connection.person?.id !== person.id || isSamePerson(connection.person, person)) continue;
      connections.update(key, { person });
      updated = { ...connection, person };
    }
    if (updated) publishPresence(updated);
  }

  /** Null if D1 does not answer or an update has arrived meanwhile. The next check queries D1 again. */
  async #query<T>(read: () => Promise<T>): Promise<T | null> {
    const before = this.#updates;
    try {
      const answer = await read();
      return before === this.#updates && !this.#deps.isRemoved() ? answer : null;
    } catch (error) {
      logError("room-people", error);
      return null;
    }
  }
}
