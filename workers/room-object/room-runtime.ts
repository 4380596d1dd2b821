import { JOIN_RATE, MESSAGE_RATE, SharedBudgets } from "#app/domain/access/budget.ts";
import type { Connection } from "#app/domain/access/connection.ts";
import { computeLeadMs } from "#app/domain/playback/start-lead.ts";
import type { Actor } from "#app/domain/room/decision.ts";
import { GuestCommandLimit } from "#app/domain/room/guest-command-limit.ts";
import type { RoomInfo } from "#app/domain/room/room.ts";
import { nextAlarmMs } from "#app/domain/room/room-alarm.ts";
import { logEvent } from "#workers/http/log-event.ts";
import type { RoomMetadata } from "#workers/room-contract/room-metadata.ts";
import { AccessControl } from "./access-control.ts";
import { Broadcaster } from "./broadcaster.ts";
import { ConnectionProtocol } from "./connection-protocol.ts";
import { ConnectionStore } from "./connection-store.ts";
import { createMediaGrants, type MediaGrants } from "./media-grants.ts";
import { NowPlayingPublisher } from "./now-playing-publisher.ts";
import { PeopleDirectory } from "./people-directory.ts";
import { PresenceBroadcaster } from "./presence-broadcaster.ts";
import { PresencePublisher } from "./presence-publisher.ts";
import { QueryNotifier } from "./query-notifier.ts";
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
  readonly nowPlaying: NowPlayingPublisher;
  readonly recentRemovals: RecentRemovals;
  readonly protocol: ConnectionProtocol;
  readonly queries: QueryNotifier;
  /** Connections by address. */
  readonly joins = new SharedBudgets(JOIN_RATE);
  /** Messages by person, and the calls of guests over HTTP by address. */
  readonly messages = new SharedBudgets(MESSAGE_RATE);
  readonly guestCommands = new GuestCommandLimit();
  /** When the connections were last checked. The first check after a start comes one interval later. */
  presenceCheckedAtMs = 0;
  readonly #ctx: DurableObjectState;
  readonly #presenceBroadcaster: PresenceBroadcaster;
  #room: RoomStore | null = null;
  /** The lead of starts, ms, and the state of the connections from which it was computed. */
  #lead = { ms: 0, changes: -1 };
  /** When the next alarm is due, server time; null for none, undefined while that is not known. */
  #alarmMs: number | null | undefined;

  constructor(ctx: DurableObjectState, env: Env) {
    const { kv, sql } = ctx.storage;
    const publishPresence = (connection: Connection) => this.publishPresence(connection);
    const isRemoved = () => this.isRemoved();
    this.#ctx = ctx;
    this.storage = new RoomStorage(ctx.storage);
    this.connections = new ConnectionStore(ctx, this.messages);
    this.waitingList = createWaitingList(ctx);
    this.presence = new PresencePublisher(env, ctx);
    this.nowPlaying = new NowPlayingPublisher({ env, kv, isRemoved });
    this.recentRemovals = new RecentRemovals({ env, sql, isRemoved });
    this.broadcaster = new Broadcaster({
      connections: this.connections,
      onLeft: (connection) => this.#presenceBroadcaster.publishLater(connection),
      onDismissed: publishPresence,
      onClosed: (reason, count) => this.#log("room-connections-closed", { reason, count }),
    });
    const { connections, broadcaster, waitingList, guestCommands } = this;
    const onPublished = (activeUsers: number) => {
      const room = this.open(null);
      if (room) this.presence.publish(room.state().info, activeUsers);
    };
    this.#presenceBroadcaster = new PresenceBroadcaster({ connections, broadcaster, isRemoved, onPublished });
    this.access = new AccessControl({ kv, connections, broadcaster, waitingList, publishPresence });
    this.media = createMediaGrants({ secret: env.APP_SECRET, connections, broadcaster, access: this.access });
    this.people = new PeopleDirectory({ env, kv, connections, broadcaster, publishPresence, isRemoved });
    this.protocol = new ConnectionProtocol({ connections, broadcaster, media: this.media, guestCommands, publishPresence });
    this.queries = new QueryNotifier({ env, kv, waitUntil: (promise) => ctx.waitUntil(promise) });
  }

  isRemoved(): boolean {
    return this.#ctx.storage.kv.get(REMOVED) === true;
  }

  /** The room's state; null if the room was removed, or has no stored state and no `info` to start from. */
  open(info: RoomInfo | null): RoomStore | null {
    if (this.isRemoved()) return null;
    this.#room ??= this.#load(info);
    return this.#room;
  }

  #load(info: RoomInfo | null): RoomStore | null {
    const room = createRoomStore(
      {
        storage: this.storage,
        moment: () => ({ serverNowMs: Date.now(), leadMs: this.#leadMs() }),
        publish: (events, revision, change) => {
          this.recentRemovals.record(events, change);
          this.broadcaster.broadcast({ type: "events", revision, events });
          const room = this.#room;
          if (room) this.queries.notify(room.state().info.id);
        },
      },
      info,
    );
    if (room) logEvent("room-loaded", { room: room.state().info.id, revision: room.revision() });
    return room;
  }

  #log(where: string, details: Readonly<Record<string, string | number>>): void {
    logEvent(where, { room: this.#room?.state().info.id ?? null, ...details });
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
  publishPresence(connection: Connection): void {
    this.#presenceBroadcaster.publish(connection);
  }

  async scheduleAlarm(room: RoomStore): Promise<void> {
    this.access.checkProgress(Date.now());
    this.presenceCheckedAtMs ||= Date.now();
    const { playlist, playback } = room.state();
    const { presenceCheckedAtMs } = this;
    const hasConnections = this.connections.size > 0;
    const alarmMs = nextAlarmMs({ playlist, playback, presenceCheckedAtMs, hasConnections });
    const publicationMs = this.nowPlaying.dueMs(room.state(), Date.now());
    const alarms = [alarmMs, publicationMs, this.access.rejoinDueMs(), this.recentRemovals.dueMs()];
    const dueMs = alarms.filter((ms) => ms !== null);
    const nextMs = dueMs.length === 0 ? null : Math.ceil(Math.min(...dueMs));
    if (nextMs === this.#alarmMs) return;
    this.#alarmMs = nextMs;
    const { storage } = this.#ctx;
    if (nextMs === null) await storage.deleteAlarm();
    else await storage.setAlarm(Math.max(nextMs, Date.now() + 1));
  }

  /** The alarm was delivered, so none is set. */
  clearAlarm(): void {
    this.#alarmMs = undefined;
  }

  /** Closes all connections and deletes everything that is stored. */
  async remove(): Promise<void> {
    this.presence.stop();
    this.broadcaster.closeWhere(() => true, "room-removed");
    this.waitingList.release("everyone", "room-removed");
    this.#log("room-removed", {});
    await this.#ctx.storage.deleteAlarm();
    await this.#ctx.storage.deleteAll();
    this.#ctx.storage.kv.put(REMOVED, true);
    this.#room = null;
  }

  #leadMs(): number {
    const { changes } = this.connections;
    if (changes !== this.#lead.changes) {
      const roundTripsMs = this.connections.list().flatMap(({ roundTripMs }) => roundTripMs ?? []);
      this.#lead = { ms: computeLeadMs(roundTripsMs), changes };
    }
    return this.#lead.ms;
  }
}
