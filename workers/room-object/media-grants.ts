import type { RoomId } from "#app/domain/ids.ts";
import type { MediaGrant } from "#app/protocol/room-messages.ts";
import { grantMedia } from "#workers/media/media-token.ts";
import type { AccessEpochs } from "./access-epochs.ts";
import type { Connection, ConnectionStore } from "./connections.ts";

/** The right to fetch sound, for everyone in a room. */
export type MediaGrants = {
  /** Never more than the device was let in for. */
  grant(roomId: RoomId, socket: WebSocket, connection: Connection): MediaGrant;
  /**
   * Grants are good for hours; long before the end, or once they count no more, everyone gets the next. But nobody does
   * while a change is under way that may be about them.
   */
  renew(roomId: RoomId): void;
};

export function createMediaGrants({
  secret,
  connections,
  epochs,
  send,
}: {
  readonly secret: string;
  readonly connections: ConnectionStore;
  readonly epochs: AccessEpochs;
  readonly send: (socket: WebSocket, message: { readonly type: "media-grant"; readonly media: MediaGrant }) => void;
}): MediaGrants {
  function grantFor(roomId: RoomId, { person, accessUntilMs, mediaEpoch }: Connection): MediaGrant {
    const listener = { roomId, subject: person?.id ?? ("guest" as const), epoch: mediaEpoch };
    return grantMedia(secret, { ...listener, nowMs: Date.now(), untilMs: accessUntilMs });
  }

  return {
    grant(roomId, socket, connection) {
      const media = grantFor(roomId, connection);
      connections.setMedia(socket, { mediaUntilMs: media.expiresAtMs, mediaEpoch: connection.mediaEpoch });
      return media;
    },
    renew(roomId) {
      if (!epochs.isCurrent()) return;
      const mediaEpoch = epochs.mediaEpoch();
      for (const socket of connections.sockets()) {
        const connection = connections.connectionOf(socket);
        if (!connection) continue;
        const media = grantFor(roomId, { ...connection, mediaEpoch });
        if (media.expiresAtMs === connection.mediaUntilMs && mediaEpoch === connection.mediaEpoch) continue;
        send(socket, { type: "media-grant", media });
        connections.setMedia(socket, { mediaUntilMs: media.expiresAtMs, mediaEpoch });
      }
    },
  };
}
