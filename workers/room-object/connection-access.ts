import { isMember, type Role, standingOf } from "#app/domain/access/permissions.ts";
import type { UserId } from "#app/domain/ids.ts";
import type { RoomInfo } from "#app/domain/room/room.ts";
import type { Epochs } from "#db/queries/rooms.ts";
import type { RoomEpochs } from "./access-epochs.ts";
import type { Audience } from "./broadcaster.ts";
import type { Device, Devices } from "./connections.ts";
import type { MediaGrants } from "./media-grants.ts";
import type { WaitingRoom } from "./waiting-list.ts";

/** What people have become in the room; null: nobody. */
export type SeatChange = {
  readonly seats: readonly { readonly userId: UserId; readonly role: Role | null }[];
  /** By others, who want them gone. */
  readonly isPutOut?: boolean;
  /** Null: a request was made or taken back, which changes no right. */
  readonly epochs: Epochs | null;
};

/** Who may stay in a room, and as what, when the directory says something new. */
export type Seats = {
  /** Settings have changed. `isRelocked`: another password, or none; only members stay where there is one. */
  relock(info: RoomInfo, change: { readonly epochs: Epochs; readonly isRelocked: boolean }): void;
  change(info: RoomInfo, change: SeatChange): void;
  /** Something has changed that nobody has told of: everyone comes again and is looked at anew. */
  reviewAll(): void;
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
    const isTheirs = ({ person }: Device) => person?.id === userId;
    const isShutOut = ({ accessUntilMs }: Device) => info.hasPassword && !isMember(role) && accessUntilMs === null;
    audience.closeWhere((device) => isTheirs(device) && isShutOut(device), "password-required");
    for (const socket of devices.sockets()) {
      const device = devices.deviceOf(socket);
      if (!device || !isTheirs(device)) continue;
      devices.setRole(socket, role);
      audience.send(socket, { type: "you", you: { userId, standing: standingOf(role, true) } });
      tellPresence({ ...device, role });
    }
  }

  return {
    relock(info, change) {
      const isStale = epochs.isStale(change.epochs);
      if (change.isRelocked) {
        waiting.sendBack("everyone", "come-again");
        const isOutside = ({ role }: Device) => !isMember(role);
        // what came later may have undone it: the door knows
        if (isStale) audience.closeWhere(isOutside, "come-again");
        else if (info.hasPassword) audience.closeWhere(isOutside, "password-required");
        // who came in by a password that is gone is here by right from now on
        else devices.forgetAccessEnds();
      }
      epochs.settle(change.epochs);
      media.renew(info.id);
    },

    change(info, { seats, isPutOut = false, epochs: raised }) {
      const isStale = raised !== null && epochs.isStale(raised);
      for (const { userId, role } of seats) {
        const isTheirs = ({ person }: Device) => person?.id === userId;
        waiting.sendBack(userId, "come-again");
        // of two changes that came in the wrong order, the door knows which is the last
        if (isStale) audience.closeWhere(isTheirs, "come-again");
        else if (isPutOut) audience.closeWhere(isTheirs, "access-lost");
        // a request that was slow says nothing of who is a member by now
        else if (raised || !audience.here().some((device) => isTheirs(device) && isMember(device.role))) {
          reseat(info, userId, role);
        }
      }
      if (raised) epochs.settle(raised);
      // who came in by a password and is a member now may hear for longer
      media.renew(info.id);
      audience.broadcast({ type: "members" });
    },

    reviewAll() {
      waiting.sendBack("everyone", "come-again");
      audience.closeWhere(() => true, "come-again");
      epochs.catchUp();
    },
  };
}
