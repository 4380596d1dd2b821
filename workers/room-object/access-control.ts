import {
  type AccessCloseReason,
  type AccessEffect,
  applyPasswordChange,
  applyRoleChange,
  closeExpired,
  type KeyedConnection,
  type RoleChange,
  rejoinAll,
} from "#app/domain/access/access-changes.ts";
import {
  type AccessProgress,
  type Epochs,
  INITIAL_PROGRESS,
  isCurrent,
  isStale,
  MISSING_CHANGE_WAIT_MS,
  withAllApplied,
  withApplied,
  withReceived,
} from "#app/domain/access/access-epochs.ts";
import type { Connection } from "#app/domain/access/connection.ts";
import { toEffectiveRole } from "#app/domain/access/permissions.ts";
import type { RoomInfo } from "#app/domain/room/room.ts";
import type { CloseReason, ServerMessage } from "#app/protocol/room-messages.ts";
import type { WaitingList } from "./waiting-list.ts";

/** The parts of the room object that access control uses. `Key` identifies a connection: a WebSocket, or anything in a simulation. */
export type AccessControlDeps<Key> = {
  readonly kv: { get<T>(key: string): T | undefined; put<T>(key: string, value: T): void };
  readonly connections: {
    entries(): readonly KeyedConnection<Key>[];
    set(key: Key, connection: Connection): void;
  };
  readonly broadcaster: {
    send(key: Key, message: ServerMessage): void;
    broadcast(message: ServerMessage): void;
    close(keys: readonly Key[], reason: CloseReason): void;
  };
  readonly waitingList: Pick<WaitingList, "release">;
  /** Publishes a connected person's new role. */
  readonly publishPresence: (connection: Connection) => void;
};

const PROGRESS = "access-progress";

/**
 * Keeps the connections in step with the room's access in D1: applies changes as Workers report them, and makes everyone
 * rejoin if a change was never reported. The rules are in `app/domain/access`.
 */
export class AccessControl<Key = WebSocket> {
  readonly #deps: AccessControlDeps<Key>;
  #progress: AccessProgress;
  /** When a received change was first found not to be applied, server time; null if none is missing. */
  #behindSinceMs: number | null = null;

  constructor(deps: AccessControlDeps<Key>) {
    this.#deps = deps;
    this.#progress = deps.kv.get<AccessProgress>(PROGRESS) ?? INITIAL_PROGRESS;
  }

  progress(): AccessProgress {
    return this.#progress;
  }

  mediaEpoch(): number {
    return this.#progress.received.mediaEpoch;
  }

  isStale(epochs: Epochs): boolean {
    return isStale(this.#progress, epochs);
  }

  /** Whether every received change has been applied. */
  isCurrent(): boolean {
    return isCurrent(this.#progress);
  }

  receive(epochs: Epochs): void {
    this.#setProgress(withReceived(this.#progress, epochs));
  }

  /** Applies a change of the room's settings. `isPasswordChanged`: a password was set, changed or removed. */
  changeSettings(info: RoomInfo, change: { readonly epochs: Epochs; readonly isPasswordChanged: boolean }): void {
    const { connections, waitingList } = this.#deps;
    if (change.isPasswordChanged) {
      const context = { hasPassword: info.hasPassword, isStale: this.isStale(change.epochs) };
      waitingList.release("everyone", "rejoin");
      this.#perform(applyPasswordChange(connections.entries(), context));
    }
    this.#setProgress(withApplied(this.#progress, change.epochs));
  }

  changeRoles(info: RoomInfo, change: RoleChange): void {
    const { connections, waitingList, broadcaster } = this.#deps;
    const { epochs } = change;
    for (const { userId } of change.roles) waitingList.release(userId, "rejoin");
    const context = { hasPassword: info.hasPassword, isStale: epochs !== null && this.isStale(epochs) };
    this.#perform(applyRoleChange(connections.entries(), change, context));
    if (epochs) this.#setProgress(withApplied(this.#progress, epochs));
    broadcaster.broadcast({ type: "members-changed" });
  }

  closeExpired(nowMs: number): void {
    this.#perform(closeExpired(this.#deps.connections.entries(), nowMs));
  }

  /** Notices a missing change. A room without connections is current at once. */
  checkProgress(nowMs: number): void {
    if (!this.isCurrent() && this.#deps.connections.entries().length === 0) this.#rejoinAll();
    this.#behindSinceMs = this.isCurrent() ? null : (this.#behindSinceMs ?? nowMs);
  }

  /** When to stop waiting for a missing change, server time; null if none is missing. */
  rejoinDueMs(): number | null {
    return this.#behindSinceMs === null ? null : this.#behindSinceMs + MISSING_CHANGE_WAIT_MS;
  }

  rejoinIfDue(nowMs: number): void {
    const dueMs = this.rejoinDueMs();
    if (dueMs !== null && nowMs >= dueMs) this.#rejoinAll();
  }

  #rejoinAll(): void {
    this.#deps.waitingList.release("everyone", "rejoin");
    this.#perform(rejoinAll(this.#deps.connections.entries()));
    this.#setProgress(withAllApplied(this.#progress));
  }

  #perform(effects: readonly AccessEffect<Key>[]): void {
    const { connections, broadcaster, publishPresence } = this.#deps;
    const closes = new Map<AccessCloseReason, Key[]>();
    for (const effect of effects) {
      if (effect.type === "close") closes.set(effect.reason, [...(closes.get(effect.reason) ?? []), effect.key]);
    }
    for (const [reason, keys] of closes) broadcaster.close(keys, reason);
    for (const effect of effects) {
      if (effect.type === "close") continue;
      connections.set(effect.key, effect.connection);
      const { person, role } = effect.connection;
      if (effect.type !== "change-role" || !person) continue;
      const self = { userId: person.id, effectiveRole: toEffectiveRole(role, true) };
      broadcaster.send(effect.key, { type: "self", self });
      publishPresence(effect.connection);
    }
  }

  #setProgress(next: AccessProgress): void {
    if (next === this.#progress) return;
    this.#progress = next;
    this.#deps.kv.put(PROGRESS, next);
  }
}
