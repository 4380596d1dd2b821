import { isMember, type Role, toEffectiveRole } from "#app/domain/access/permissions.ts";
import type { UserId } from "#app/domain/ids.ts";
import type { RoomInfo } from "#app/domain/room/room.ts";
import type { Epochs } from "#db/queries/rooms.ts";
import type { AccessEpochs } from "./access-epochs.ts";
import type { Broadcaster } from "./broadcaster.ts";
import type { Connection, ConnectionStore } from "./connections.ts";
import type { MediaGrants } from "./media-grants.ts";
import type { WaitingList } from "./waiting-list.ts";

/** What people have become in the room; null: nobody. */
export type RoleChange = {
  readonly roles: readonly { readonly userId: UserId; readonly role: Role | null }[];
  /** By others, who want them gone. */
  readonly isExpelled?: boolean;
  /** Null: a request was made or taken back, which changes no right. */
  readonly epochs: Epochs | null;
};

/** Who may stay in a room, and as what, when the directory says something new. */
export type ConnectionAccess = {
  /** Settings have changed. `isRelocked`: another password, or none; only members stay where there is one. */
  relock(info: RoomInfo, change: { readonly epochs: Epochs; readonly isRelocked: boolean }): void;
  change(info: RoomInfo, change: RoleChange): void;
  /** Something has changed that nobody has told of: everyone comes again and is looked at anew. */
  reviewAll(): void;
};

type ConnectionAccessDeps = {
  readonly connections: ConnectionStore;
  readonly broadcaster: Broadcaster;
  readonly waiting: WaitingList;
  readonly epochs: AccessEpochs;
  readonly media: MediaGrants;
  /** Says what somebody who is here has become. */
  readonly publishPresence: (connection: Connection) => void;
};

export function createConnectionAccess({
  connections,
  broadcaster,
  waiting,
  epochs,
  media,
  publishPresence,
}: ConnectionAccessDeps): ConnectionAccess {
  function changeConnectionRole(info: RoomInfo, userId: UserId, role: Role | null): void {
    const isTheirs = ({ person }: Connection) => person?.id === userId;
    const isShutOut = ({ accessUntilMs }: Connection) => info.hasPassword && !isMember(role) && accessUntilMs === null;
    broadcaster.closeWhere((connection) => isTheirs(connection) && isShutOut(connection), "password-required");
    for (const socket of connections.sockets()) {
      const connection = connections.connectionOf(socket);
      if (!connection || !isTheirs(connection)) continue;
      connections.setRole(socket, role);
      broadcaster.send(socket, { type: "self", self: { userId, effectiveRole: toEffectiveRole(role, true) } });
      publishPresence({ ...connection, role });
    }
  }

  return {
    relock(info, change) {
      const isStale = epochs.isStale(change.epochs);
      if (change.isRelocked) {
        waiting.sendBack("everyone", "rejoin");
        const isOutside = ({ role }: Connection) => !isMember(role);
        // what came later may have undone it: the door knows
        if (isStale) broadcaster.closeWhere(isOutside, "rejoin");
        else if (info.hasPassword) broadcaster.closeWhere(isOutside, "password-required");
        // who came in by a password that is gone is here by right from now on
        else connections.forgetAccessEnds();
      }
      epochs.settle(change.epochs);
      media.renew(info.id);
    },

    change(info, { roles, isExpelled = false, epochs: raised }) {
      const isStale = raised !== null && epochs.isStale(raised);
      for (const { userId, role } of roles) {
        const isTheirs = ({ person }: Connection) => person?.id === userId;
        waiting.sendBack(userId, "rejoin");
        // of two changes that came in the wrong order, the door knows which is the last
        if (isStale) broadcaster.closeWhere(isTheirs, "rejoin");
        else if (isExpelled) broadcaster.closeWhere(isTheirs, "access-lost");
        // a request that was slow says nothing of who is a member by now
        else if (raised || !broadcaster.here().some((connection) => isTheirs(connection) && isMember(connection.role))) {
          changeConnectionRole(info, userId, role);
        }
      }
      if (raised) epochs.settle(raised);
      // who came in by a password and is a member now may hear for longer
      media.renew(info.id);
      broadcaster.broadcast({ type: "members-changed" });
    },

    reviewAll() {
      waiting.sendBack("everyone", "rejoin");
      broadcaster.closeWhere(() => true, "rejoin");
      epochs.catchUp();
    },
  };
}
