import type { UserId } from "#app/domain/ids.ts";
import { isMember, type Role, standingOf } from "#app/domain/permissions.ts";
import type { RoomInfo } from "#app/domain/room.ts";
import type { Epochs } from "#db/queries/rooms.ts";
import type { Device, Devices } from "./devices.ts";
import type { MediaGrants } from "./media-grants.ts";
import type { Audience } from "./room-audience.ts";
import type { RoomEpochs } from "./room-epochs.ts";
import type { WaitingRoom } from "./waiting-room.ts";

/** What somebody has become in the room; null: nobody. `isPutOut`: by others, who want them gone. */
export type SeatChange = Epochs & { readonly userId: UserId; readonly role: Role | null; readonly isPutOut?: boolean };

/** Who may stay in a room, and as what, when the directory says something new. */
export type Seats = {
  /** Another password, or none: only members stay where there is one. */
  relock(info: RoomInfo): void;
  change(info: RoomInfo, change: SeatChange): void;
};

type SeatsDeps = {
  readonly devices: Devices;
  readonly audience: Audience;
  readonly waiting: WaitingRoom;
  readonly epochs: RoomEpochs;
  readonly media: MediaGrants;
  /** Says what somebody who is here has become. */
  readonly tellPresence: (device: Device) => void;
};

export function openSeats({ devices, audience, waiting, epochs, media, tellPresence }: SeatsDeps): Seats {
  function reseat(info: RoomInfo, userId: UserId, role: Role | null): void {
    const isShutOut = info.hasPassword && !isMember(role);
    const isTheirs = ({ person }: Device) => person?.id === userId;
    if (isShutOut) audience.closeWhere((device) => isTheirs(device) && device.accessUntilMs === null, "password-required");
    for (const socket of devices.sockets()) {
      const device = devices.deviceOf(socket);
      if (!device || !isTheirs(device)) continue;
      devices.setRole(socket, role);
      audience.send(socket, { type: "you", you: { userId, standing: standingOf(role, true) } });
      tellPresence({ ...device, role });
    }
  }

  return {
    relock(info) {
      waiting.sendBack("everyone", "come-again");
      if (info.hasPassword) audience.closeWhere(({ role }) => !isMember(role), "password-required");
      // who came in by a password that is gone is here by right from now on
      else devices.forgetAccessEnds();
      media.renew(info.id, { isLoss: false });
    },

    change(info, { userId, role, isPutOut = false, ...heard }) {
      const isStale = epochs.isStale(heard);
      const { isLoss } = epochs.take(heard);
      waiting.sendBack(userId, "come-again");
      // of two changes that came in the wrong order, the door knows which is the last
      if (isPutOut || isStale) {
        audience.closeWhere(({ person }) => person?.id === userId, isPutOut ? "access-lost" : "come-again");
      } else reseat(info, userId, role);
      // who came in by a password and is a member now may hear for longer
      media.renew(info.id, { isLoss });
      audience.broadcast({ type: "members" });
    },
  };
}
