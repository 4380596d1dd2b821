import type { RoleChange } from "#app/domain/access/access-changes.ts";
import type { Epochs } from "#app/domain/access/access-epochs.ts";
import type { Connection } from "#app/domain/access/connection.ts";
import { isMember, type Role } from "#app/domain/access/permissions.ts";
import type { UserId } from "#app/domain/ids.ts";
import type { RoomInfo } from "#app/domain/room/room.ts";
import { AccessControl } from "#workers/room-object/access-control.ts";
import { buildConnection, INFO } from "./builders.ts";
import type { VirtualTime } from "./virtual-time.ts";

const CHECK_INTERVAL_MS = 20_000;
const REJOIN_DELAY_MS = 50;

/** The access that D1 grants in a room: its roles, its password, and the epochs of their changes. */
export type StoredAccess = {
  readonly roles: ReadonlyMap<UserId, Role>;
  readonly hasPassword: boolean;
  readonly epochs: Epochs;
};

/** How the messages of Workers reach the room. */
export type Delivery = { readonly delayMs: () => number; readonly isLost: () => boolean };

/** A device that stays connected to the room for as long as it is admitted. */
type Device = { readonly userId: UserId | null; readonly hasToken: boolean };

/** `isRemoved`: someone else has removed the person. */
type MemberChange = { readonly userId: UserId; readonly role: Role | null; readonly isRemoved: boolean };

export type SimulatedAccess = {
  /** The access in D1. */
  stored(): StoredAccess;
  connections(): readonly { readonly key: Device; readonly connection: Connection }[];
  connect(device: Device): void;
  changeRole(change: MemberChange): void;
  changePassword(hasPassword: boolean): void;
};

/** Runs the access control of a room object while changes of D1 arrive late, in any order, or never. */
export function simulateAccess(time: VirtualTime, delivery: Delivery): SimulatedAccess {
  const connections = new Map<Device, Connection>();
  let stored: StoredAccess = { roles: new Map(), hasPassword: false, epochs: { accessEpoch: 0, mediaEpoch: 0 } };
  let info: RoomInfo = INFO;
  const kv = new Map<string, unknown>();
  const listConnections = () => [...connections].map(([key, connection]) => ({ key, connection }));
  const control = new AccessControl<Device>({
    kv: { get: <T>(key: string) => kv.get(key) as T | undefined, put: (key, value) => void kv.set(key, value) },
    connections: {
      entries: listConnections,
      set: (key, connection) => void connections.set(key, connection),
    },
    broadcaster: {
      send: () => undefined,
      broadcast: () => undefined,
      close(devices, reason) {
        for (const device of devices) {
          connections.delete(device);
          if (reason === "rejoin") time.after(REJOIN_DELAY_MS, () => connect(device));
        }
      },
    },
    waitingList: { release: () => undefined },
    publishPresence: () => undefined,
  });

  /** Changes the access in D1. Returns what the Worker of the change has read. */
  function store(change: Partial<StoredAccess>): StoredAccess {
    const { accessEpoch, mediaEpoch } = stored.epochs;
    stored = { ...stored, ...change, epochs: { accessEpoch: accessEpoch + 1, mediaEpoch } };
    return stored;
  }

  /** Delivers a message of a Worker, with the settings and epochs that the Worker has read. */
  function deliver(read: StoredAccess, handle: () => void): void {
    if (delivery.isLost()) return;
    time.after(delivery.delayMs(), () => {
      receive(read);
      handle();
      scheduleReview();
    });
  }

  function receive(read: StoredAccess): void {
    if (!control.isStale(read.epochs)) info = { ...info, hasPassword: read.hasPassword };
    control.receive(read.epochs);
  }

  function scheduleReview(): void {
    control.checkProgress(time.nowMs());
    const dueMs = control.rejoinDueMs();
    if (dueMs === null) return;
    time.after(Math.max(0, dueMs - time.nowMs()), () => {
      control.checkProgress(time.nowMs());
      control.rejoinIfDue(time.nowMs());
    });
  }

  function connect(device: Device): void {
    const read = stored;
    const role = (device.userId && read.roles.get(device.userId)) ?? null;
    const needsToken = read.hasPassword && !isMember(role);
    if (needsToken && !device.hasToken) return;
    time.after(delivery.delayMs(), () => {
      if (control.isStale(read.epochs)) {
        time.after(REJOIN_DELAY_MS, () => connect(device));
        return;
      }
      receive(read);
      control.checkProgress(time.nowMs());
      const accessUntilMs = needsToken ? Number.MAX_SAFE_INTEGER : null;
      connections.set(device, buildConnection(device.userId, { role, accessUntilMs }));
      scheduleReview();
    });
  }

  /** Compares the room with D1, as its alarm does. */
  function checkConnections(): void {
    control.receive(stored.epochs);
    scheduleReview();
    time.after(CHECK_INTERVAL_MS, checkConnections);
  }
  time.after(CHECK_INTERVAL_MS, checkConnections);

  return {
    stored: () => stored,
    connections: listConnections,
    connect,
    changeRole({ userId, role, isRemoved }) {
      const roles = new Map(stored.roles);
      if (role) roles.set(userId, role);
      else roles.delete(userId);
      const read = store({ roles });
      const change: RoleChange = { roles: [{ userId, role }], isRemoved, epochs: read.epochs };
      deliver(read, () => control.changeRoles(info, change));
    },
    changePassword(hasPassword) {
      const read = store({ hasPassword });
      deliver(read, () => control.changeSettings(info, { epochs: read.epochs, isPasswordChanged: true }));
    },
  };
}
