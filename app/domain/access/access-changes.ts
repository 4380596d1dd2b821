import type { UserId } from "#app/domain/ids.ts";
import type { Epochs } from "./access-epochs.ts";
import type { Connection } from "./connection.ts";
import { isMember, type Role } from "./permissions.ts";

/** New roles of people in a room. */
export type RoleChange = {
  /** `role` is null for a person without one, and `from` is the former role, for the room's log. */
  readonly roles: readonly { readonly userId: UserId; readonly role: Role | null; readonly from?: Role | null }[];
  /** The person who has changed them. Missing if the change is not to be logged. */
  readonly by?: UserId;
  /** The people were removed by someone else and must leave. */
  readonly isRemoved?: boolean;
  /** Null if the change is only an access request or its withdrawal, which affects no permissions. */
  readonly epochs: Epochs | null;
};

/** Why a connection is closed. After `rejoin` the client connects again, and its access is checked again. */
export type AccessCloseReason = "password-required" | "token-expired" | "access-lost" | "rejoin";

/** A connection with the key that its owner uses for it: a WebSocket in the room object. */
export type KeyedConnection<Key> = { readonly key: Key; readonly connection: Connection };

/** The effect of a change of access on one connection. */
export type AccessEffect<Key> =
  | { readonly type: "close"; readonly key: Key; readonly reason: AccessCloseReason }
  | { readonly type: "change-role"; readonly key: Key; readonly connection: Connection }
  | { readonly type: "clear-access-expiry"; readonly key: Key; readonly connection: Connection };

type Connections<Key> = readonly KeyedConnection<Key>[];

/** The effects of new roles. `isStale`: a newer change has been received, so the connections rejoin instead. */
export function applyRoleChange<Key>(
  connections: Connections<Key>,
  change: RoleChange,
  { hasPassword, isStale }: { readonly hasPassword: boolean; readonly isStale: boolean },
): readonly AccessEffect<Key>[] {
  return change.roles.flatMap(({ userId, role }) => {
    const own = connections.filter(({ connection }) => connection.person?.id === userId);
    if (isStale) return closeAll(own, "rejoin");
    if (change.isRemoved) return closeAll(own, "access-lost");
    // a request that arrives late must not demote a person who has become a member
    if (!change.epochs && own.some(({ connection }) => isMember(connection.role))) return [];
    return own.map(({ key, connection }): AccessEffect<Key> => {
      const hasAccess = !hasPassword || isMember(role) || connection.accessUntilMs !== null;
      if (!hasAccess) return { type: "close", key, reason: "password-required" };
      return { type: "change-role", key, connection: withRole(connection, role) };
    });
  });
}

/** The effects of a new, changed or removed password. Members always stay. */
export function applyPasswordChange<Key>(
  connections: Connections<Key>,
  { hasPassword, isStale }: { readonly hasPassword: boolean; readonly isStale: boolean },
): readonly AccessEffect<Key>[] {
  const outsiders = connections.filter(({ connection }) => !isMember(connection.role));
  if (isStale) return closeAll(outsiders, "rejoin");
  if (hasPassword) return closeAll(outsiders, "password-required");
  return connections
    .filter(({ connection }) => connection.accessUntilMs !== null)
    .map(({ key, connection }) => ({ type: "clear-access-expiry", key, connection: { ...connection, accessUntilMs: null } }));
}

/** Makes every connection rejoin, because a change was missed and will not be reported again. */
export function rejoinAll<Key>(connections: Connections<Key>): readonly AccessEffect<Key>[] {
  return closeAll(connections, "rejoin");
}

/** Closes the connections whose room access token has expired. */
export function closeExpired<Key>(connections: Connections<Key>, nowMs: number): readonly AccessEffect<Key>[] {
  const expired = connections.filter(({ connection: { accessUntilMs } }) => accessUntilMs !== null && accessUntilMs <= nowMs);
  return closeAll(expired, "token-expired");
}

/** A member needs no room access token. */
function withRole(connection: Connection, role: Role | null): Connection {
  return { ...connection, role, accessUntilMs: isMember(role) ? null : connection.accessUntilMs };
}

function closeAll<Key>(connections: Connections<Key>, reason: AccessCloseReason): readonly AccessEffect<Key>[] {
  return connections.map(({ key }) => ({ type: "close", key, reason }));
}
