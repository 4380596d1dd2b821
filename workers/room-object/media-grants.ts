import type { RoomId } from "#app/domain/ids.ts";
import type { MediaGrant } from "#app/protocol/room-messages.ts";
import { grantMedia } from "#workers/media/media-token.ts";
import type { RoomEpochs } from "./access-epochs.ts";
import type { Device, Devices } from "./connections.ts";

/** The right to fetch sound, for everyone in a room. */
export type MediaGrants = {
  /** Never more than the device was let in for. */
  grant(roomId: RoomId, socket: WebSocket, device: Device): MediaGrant;
  /**
   * Grants are good for hours; long before the end, or once they count no more, everyone gets the next. But nobody does
   * while a change is under way that may be about them.
   */
  renew(roomId: RoomId): void;
};

export function openMediaGrants({
  secret,
  devices,
  epochs,
  send,
}: {
  readonly secret: string;
  readonly devices: Devices;
  readonly epochs: RoomEpochs;
  readonly send: (socket: WebSocket, frame: { readonly type: "media"; readonly media: MediaGrant }) => void;
}): MediaGrants {
  function grantFor(roomId: RoomId, { person, accessUntilMs, mediaEpoch }: Device): MediaGrant {
    const listener = { roomId, subject: person?.id ?? ("guest" as const), epoch: mediaEpoch };
    return grantMedia(secret, { ...listener, nowMs: Date.now(), untilMs: accessUntilMs });
  }

  return {
    grant(roomId, socket, device) {
      const media = grantFor(roomId, device);
      devices.setMedia(socket, { mediaUntilMs: media.expiresAtMs, mediaEpoch: device.mediaEpoch });
      return media;
    },
    renew(roomId) {
      if (!epochs.isCurrent()) return;
      const mediaEpoch = epochs.mediaEpoch();
      for (const socket of devices.sockets()) {
        const device = devices.deviceOf(socket);
        if (!device) continue;
        const media = grantFor(roomId, { ...device, mediaEpoch });
        if (media.expiresAtMs === device.mediaUntilMs && mediaEpoch === device.mediaEpoch) continue;
        send(socket, { type: "media", media });
        devices.setMedia(socket, { mediaUntilMs: media.expiresAtMs, mediaEpoch });
      }
    },
  };
}
