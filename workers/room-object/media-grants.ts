import type { Connection } from "#app/domain/access/connection.ts";
import type { RoomId } from "#app/domain/ids.ts";
import type { MediaGrant } from "#app/protocol/room-messages.ts";
import { grantMedia, toListener } from "#workers/media/media-grant.ts";
import type { AccessControl } from "./access-control.ts";
import type { Broadcaster } from "./broadcaster.ts";
import type { ConnectionStore } from "./connection-store.ts";

/** The grants with which the connections of a room read its media. */
export type MediaGrants = {
  /** Issues a grant that ends no later than the connection's access. */
  issue(roomId: RoomId, socket: WebSocket, connection: Connection): MediaGrant;
  /**
   * Sends a new grant to every connection whose grant is near its end or of an earlier media epoch. Does nothing while a
   * change of access is missing, because any connection may have lost access by it.
   */
  renew(roomId: RoomId): void;
};

type Deps = {
  readonly secret: string;
  readonly connections: ConnectionStore;
  readonly access: AccessControl;
  readonly broadcaster: Broadcaster;
};

export function createMediaGrants({ secret, connections, access, broadcaster }: Deps): MediaGrants {
  function createGrant(roomId: RoomId, { person, sessionId, accessUntilMs, mediaEpoch }: Connection): MediaGrant {
    const listener = person && sessionId ? toListener(person.id, sessionId) : null;
    return grantMedia(secret, { roomId, listener, epoch: mediaEpoch, nowMs: Date.now(), untilMs: accessUntilMs });
  }

  return {
    issue(roomId, socket, connection) {
      const media = createGrant(roomId, connection);
      connections.update(socket, { mediaUntilMs: media.expiresAtMs });
      return media;
    },
    renew(roomId) {
      if (!access.isCurrent()) return;
      const mediaEpoch = access.mediaEpoch();
      for (const { key, connection } of connections.entries()) {
        const media = createGrant(roomId, { ...connection, mediaEpoch });
        if (media.expiresAtMs === connection.mediaUntilMs && mediaEpoch === connection.mediaEpoch) continue;
        broadcaster.send(key, { type: "media-grant", media });
        connections.update(key, { mediaUntilMs: media.expiresAtMs, mediaEpoch });
      }
    },
  };
}
