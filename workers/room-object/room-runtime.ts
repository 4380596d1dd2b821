import { type Connection, countActiveUsers, listPresence } from "#app/domain/access/connection.ts";
import { computeLeadMs } from "#app/domain/playback/start-lead.ts";
import type { Actor } from "#app/domain/room/decision.ts";
import type { RoomInfo } from "#app/domain/room/room.ts";
import { nextAlarmMs } from "#app/domain/room/room-alarm.ts";
import type { RoomMetadata } from "#workers/room-contract/room-metadata.ts";
import { AccessControl } from "./access-control.ts";
import { type Broadcaster, createBroadcaster } from "./broadcaster.ts";
import { ConnectionProtocol } from "./connection-protocol.ts";
import { ConnectionStore } from "./connection-store.ts";
import { createMediaGrants, type MediaGrants } from "./media-grants.ts";
import { PeopleDirectory } from "./people-directory.ts";
import { PresencePublisher } from "./presence-publisher.ts";
import { RecentRemovals } from "./recent-removals.ts";
import { RoomStorage } from "./room-storage.ts";
import { createRoomStore, type RoomStore } from "./room-store.ts";
import { createWaitingList, type WaitingList } from "./waiting-list.ts";

/** The storage key of a mark that remains after a removal, so that a late message does not create the room again. */
const REMOVED = "removed";
export const SERVER: Actor = { kind: "server" };

/** The parts of a room object, connected with each other, and the operations that several of them share. */
export class RoomRuntime {
  readonly connections: ConnectionStore;
  readonly storage: RoomStorage;
  readonly broadcaster: Broadcaster;
  readonly waitingList: WaitingList;
  readonly access: AccessControl;
  readonly media: MediaGrants;
  readonly people: PeopleDirectory;
  readonly presence: PresencePublisher;
  readonly recentRemovals: RecentRemovals;
  readonly protocol: ConnectionProtocol;
  /** When the connections were last checked. The first check after a start comes one interval later. */
  presenceCheckedAtMs = 0;
  readonly #ctx: DurableObjectState;
  #room: RoomStore | null = null;

  constructor(ctx: DurableObjectState, env: Env) {
    const { kv, sql } = ctx.storage;
    const publishPresence = (connection: Connection) => this.publishPresence(connection, null);
    const isRemoved = () => this.isRemoved();
    this.#ctx = ctx;
    this.storage = new RoomStorage(ctx.storage);
    this.connections = new ConnectionStore(ctx);
    this.waitingList = createWaitingList(ctx);
    this.presence = new PresencePublisher(env, ctx);
    this.recentRemovals = new RecentRemovals({ env, sql, isRemoved });
    this.broadcaster = createBroadcaster(this.connections, publishPresence);
    const { connections, broadcaster, waitingList } = this;
    this.access = new AccessControl({ kv, connections, broadcaster, waitingList, publishPresence });
    this.media = createMediaGrants({ secret: env.APP_SECRET, connections, broadcaster, access: this.access });
    this.people = new PeopleDirectory({ env, kv, connections, broadcaster, publishPresence, isRemoved });
    this.protocol = new ConnectionProtocol({ connections, broadcaster, media: this.media });
  }

  isRemoved(): boolean {
    return this.#ctx.storage.kv.get(REMOVED) === true;
  }

  /** The room's state; null if the room was removed, or has no stored state and no `info` to start from. */
  open(info: RoomInfo | null): RoomStore | null {
    if (this.isRemoved()) return null;
    this.#room ??= createRoomStore(
      {
        storage: this.storage,
        moment: () => ({ serverNowMs: Date.now(), leadMs: computeLeadMs(this.#roundTripsMs()) }),
        publish: (events, revision, change) => {
          this.recentRemovals.record(events, change);
          this.broadcaster.broadcast({ type: "events", revision, events });
        },
      },
      info,
    );
    return this.#room;
  }

  /** The room's state with the latest settings and with everything that has ended by now. Null if it was removed. */
  enter({ info, epochs }: RoomMetadata): RoomStore | null {
    const room = this.open(info);
    if (!room) return null;
    if (!this.access.isStale(epochs)) room.updateInfo(info);
    this.access.receive(epochs);
    room.run({ type: "tick" }, SERVER);
    return room;
  }

  /** Enters the room, runs `act` on it, and schedules the next alarm. Returns null if the room was removed. */
  async use<T>(metadata: RoomMetadata, act: (room: RoomStore) => T): Promise<T | null> {
    const room = this.enter(metadata);
    if (!room) return null;
    const result = act(room);
    await this.scheduleAlarm(room);
    return result;
  }

  /** Broadcasts who is present, after `connection` has joined, changed or left, and publishes the number of users. */
  publishPresence({ person, role }: Connection, except: WebSocket | null): void {
    const room = this.open(null);
    if (!room) return;
    const current = this.connections.list();
    const { present, guests } = listPresence(current);
    const changed = person && (present.find((other) => other.person.id === person.id) ?? { person, role, devices: 0 });
    const message = changed ? ({ type: "presence", present: changed } as const) : ({ type: "guests", count: guests } as const);
    this.broadcaster.broadcast(message, except);
    this.presence.publish(room.state().info, countActiveUsers(current));
  }

  async scheduleAlarm(room: RoomStore): Promise<void> {
    this.access.checkProgress(Date.now());
    this.presenceCheckedAtMs ||= Date.now();
    const { playlist, playback } = room.state();
    const { presenceCheckedAtMs } = this;
    const hasConnections = this.connections.sockets().length > 0;
    const alarmMs = nextAlarmMs({ playlist, playback, presenceCheckedAtMs, hasConnections });
    const dueMs = [alarmMs, this.access.rejoinDueMs(), this.recentRemovals.dueMs()].filter((ms) => ms !== null);
    const { storage } = this.#ctx;
    if (dueMs.length === 0) await storage.deleteAlarm();
    else await storage.setAlarm(Math.max(Math.ceil(Math.min(...dueMs)), Date.now() + 1));
  }

  /** Closes all connections and deletes everything that is stored. */
  async remove(): Promise<void> {
    this.presence.stop();
    this.broadcaster.closeWhere(() => true, "room-removed");
    this.waitingList.release("everyone", "room-removed");
    await this.#ctx.storage.deleteAlarm();
    await this.#ctx.storage.deleteAll();
    this.#ctx.storage.kv.put(REMOVED, true);
    this.#room = null;
  }

  #roundTripsMs(): readonly number[] {
    return this.connections.list().flatMap(({ roundTripMs }) => roundTripMs ?? []);
  }
}
