import type { RoomId } from "#app/domain/ids.ts";
import type { MediaGrant } from "#app/protocol/room-socket.ts";
import { grantMedia } from "../media/media-token.ts";
import type { Device, Devices } from "./devices.ts";
import type { RoomEpochs } from "./room-epochs.ts";

/** The right to fetch sound, for everyone in a room. */
export type MediaGrants = {
  grant(roomId: RoomId, socket: WebSocket, device: Device): MediaGrant;
  /** Grants are good for hours; long before the end, or once they count no more, everyone gets the next. */
  renew(roomId: RoomId, options: { readonly isLoss: boolean }): void;
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
  function grantFor(roomId: RoomId, { person, accessUntilMs }: Device): MediaGrant {
    const subject = person?.id ?? "guest";
    return grantMedia(secret, { roomId, subject, epoch: epochs.mediaEpoch(), nowMs: Date.now(), untilMs: accessUntilMs });
  }

  return {
    grant(roomId, socket, device) {
      const media = grantFor(roomId, device);
      devices.setMediaUntil(socket, media.expiresAtMs);
      return media;
    },
    renew(roomId, { isLoss }) {
      for (const socket of devices.sockets()) {
        const device = devices.deviceOf(socket);
        if (!device) continue;
        const media = grantFor(roomId, device);
        if (!isLoss && media.expiresAtMs === device.mediaUntilMs) continue;
        send(socket, { type: "media", media });
        devices.setMediaUntil(socket, media.expiresAtMs);
      }
    },
  };
}
