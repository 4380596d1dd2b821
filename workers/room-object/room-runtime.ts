import type { RoleChange } from "#app/domain/access/access-changes.ts";
import { JOIN_RATE, MESSAGE_RATE, SharedBudgets } from "#app/domain/access/budget.ts";
import type { Connection } from "#app/domain/access/connection.ts";
import { connectionLimits } from "#app/domain/access/connection-limits.ts";
import type { TrackId, UserId } from "#app/domain/ids.ts";
import { computeLeadMs } from "#app/domain/playback/start-lead.ts";
import type { Actor } from "#app/domain/room/decision.ts";
import { GuestCommandLimit } from "#app/domain/room/guest-command-limit.ts";
import type { RoomInfo } from "#app/domain/room/room.ts";
import { nextAlarmMs } from "#app/domain/room/room-alarm.ts";
import type { LogSubject } from "#app/domain/room-log/room-log.ts";
import { dropLateAlarm, isAlarmLate } from "#app/lib/set-alarm.ts";
import { logError } from "#workers/http/log-error.ts";
import { logEvent } from "#workers/http/log-event.ts";
import type { RoomMetadata, SettingsEdit } from "#workers/room-contract/room-metadata.ts";
import { AccessControl } from "./access-control.ts";
import { Broadcaster } from "./broadcaster.ts";
import { ConnectionProtocol } from "./connection-protocol.ts";
import { ConnectionStore } from "./connection-store.ts";
import { createChat, type RoomChat } from "./create-chat.ts";
import { ListeningPublisher } from "./listening-publisher.ts";
import { LogRecords } from "./log-records.ts";
import { createMediaGrants, type MediaGrants } from "./media-grants.ts";
import { NowPlayingPublisher } from "./now-playing-publisher.ts";
import { Pacer } from "./pacer.ts";
import { PeopleDirectory } from "./people-directory.ts";
import { PresenceBroadcaster } from "./presence-broadcaster.ts";
import { PresencePublisher } from "./presence-publisher.ts";
import { QueryNotifier } from "./query-notifier.ts";
import { Reactions } from "./reactions.ts";
import { RecentRemovals } from "./recent-removals.ts";
import { ReturningTracks } from "./returning-tracks.ts";
import { RoomStorage } from "./room-storage.ts";
import { createRoomStore, type RoomStore } from "./room-store.ts";
import { RoomVotes } from "./room-votes.ts";
import { isLargeBatch, SnapshotPusher } from "./snapshot-pusher.ts";
import { SocketShare } from "./socket-share.ts";
import { createWaitingList, type WaitingList } from "./waiting-list.ts";

/** The storage key of a mark that remains after a removal, so that a late message does not create the room again. */
const REMOVED = "removed";
/** The storage key of the time since when the room is empty, server time, ms. */
const EMPTY_SINCE = "empty-since";
type StoredEdit = { readonly userId: UserId; readonly targetId?: UserId; readonly subject: LogSubject };
export const SERVER: Actor = { kind: "server" };

/** The parts of a room object, connected with each other, and the operations that several of them share. */
export class RoomRuntime {
  readonly connections: ConnectionStore;
  readonly sockets: SocketShare;
  readonly storage: RoomStorage;
  readonly broadcaster: Broadcaster;
  readonly waitingList: WaitingList;
  readonly access: AccessControl;
  readonly media: MediaGrants;
  readonly people: PeopleDirectory;
  readonly presence: PresencePublisher;
  readonly nowPlaying: NowPlayingPublisher;
  readonly listening: ListeningPublisher;
  readonly recentRemovals: RecentRemovals;
  readonly logRecords: LogRecords;
  readonly returningTracks: ReturningTracks;
  readonly protocol: ConnectionProtocol;
  readonly queries: QueryNotifier;
  readonly chat: RoomChat;
  readonly reactions: Reactions;
  readonly votes: RoomVotes;
  /** Connections by address. */
  readonly joins = new SharedBudgets(JOIN_RATE);
  /** Messages by person, and the calls of guests over HTTP by address. */
  readonly messages = new SharedBudgets(MESSAGE_RATE);
  readonly guestCommands = new GuestCommandLimit();
  /** When the connections were last checked. The first check after a start comes one interval later. */
  presenceCheckedAtMs = 0;
  readonly #ctx: DurableObjectState;
  readonly #pacer = new Pacer({
    intervalMs: connectionLimits.broadcastMs,
    runTogether: (run) => this.broadcaster.batch(run),
    isBusy: () => this.broadcaster.isBatching(),
    onError: (error) => logError("room-broadcast", error, { room: this.#room?.state().info.id ?? null }),
  });
  readonly #presenceBroadcaster: PresenceBroadcaster;
  readonly #snapshots: SnapshotPusher;
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
    this.storage = new RoomStorage(ctx.storage, (trackIds) => this.recentRemovals.recordForgotten(trackIds));
    this.connections = new ConnectionStore(ctx, this.messages);
    this.sockets = new SocketShare(ctx);
    this.waitingList = createWaitingList(ctx);
    this.presence = new PresencePublisher(env, ctx);
    this.nowPlaying = new NowPlayingPublisher({ env, kv, isRemoved });
    const onFinished = (trackIds: readonly TrackId[]) => this.#deleteReactions(trackIds);
    this.recentRemovals = new RecentRemovals({ env, sql, isRemoved, onFinished });
    const { recentRemovals } = this;
    const { log } = this.storage;
    this.logRecords = new LogRecords({ log, sql, isRemoved });
    this.returningTracks = new ReturningTracks({ env, log, records: this.logRecords, recentRemovals, isRemoved });
    this.broadcaster = this.#createBroadcaster();
    const { connections, broadcaster, waitingList, guestCommands, returningTracks } = this;
    const shared = { connections, broadcaster, publishPresence };
    const onPublished = (activeUsers: number) => this.#followPresence(activeUsers);
    this.#presenceBroadcaster = new PresenceBroadcaster({ connections, broadcaster, isRemoved, onPublished });
    this.access = new AccessControl({ ...shared, kv, waitingList });
    this.media = createMediaGrants({ secret: env.APP_SECRET, connections, broadcaster, access: this.access });
    const room = () => this.open(null);
    const paced = { connections, broadcaster, pacer: this.#pacer, isRemoved };
    this.chat = createChat({ env, ctx, ...paced, room, onPublished: () => this.#notifyQueries() });
    this.reactions = new Reactions({ sql, ...paced });
    this.votes = this.#createVotes();
    const { chat, media, reactions, votes } = this;
    const waitUntil = (promise: Promise<unknown>) => ctx.waitUntil(promise);
    this.people = new PeopleDirectory({ ...shared, env, kv, chat, votes, isRemoved, log, waitUntil });
    const { people } = this;
    const protocolDeps = { ...shared, media, guestCommands, reactions, votes, chat, returningTracks, people };
    this.protocol = new ConnectionProtocol(protocolDeps);
    this.#snapshots = new SnapshotPusher({ withheld: broadcaster.withheld, send: (socket) => this.#sendSnapshot(socket) });
    this.listening = new ListeningPublisher({ env, kv, connections, isRemoved, waitUntil });
    this.queries = new QueryNotifier({ env, kv, waitUntil });
  }

  logSettings(room: RoomStore, { by, settings }: SettingsEdit): void {
    if (settings.length > 0) this.#logEdit(room, { userId: by, subject: { kind: "settings", settings } });
  }

  logRoles(room: RoomStore, { roles, by }: RoleChange): void {
    if (!by) return;
    for (const { userId: targetId, role: to, from = null } of roles) {
      if (from !== to) this.#logEdit(room, { userId: by, targetId, subject: { kind: "role", from, to } });
    }
  }

  /** Logs an edit of D1, which has no events. */
  #logEdit(room: RoomStore, { userId, targetId, subject }: StoredEdit): void {
    const edit = { subject, changes: [], order: [] };
    this.storage.log.append({ userId, isGuest: false, editId: null, edit, targetId }, Date.now());
    this.queries.notify(room.state().info.id);
  }

  #createBroadcaster(): Broadcaster {
    return new Broadcaster({
      connections: this.connections,
      onEnded: (socket) => this.protocol.devices.leave(socket),
      onLeft: (connection) => this.#presenceBroadcaster.publishLater(connection),
      onDismissed: (connection) => this.publishPresence(connection),
      onClosed: (reason, count) => this.#log("room-connections-closed", { reason, count }),
    });
  }

  /** To be called after the people who are present were broadcast. */
  #followPresence(activeUsers: number): void {
    const room = this.open(null);
    if (!room) return;
    this.presence.publish(room.state().info, activeUsers);
    this.votes.followPresence();
    this.listening.publish(room.state().info.id);
  }

  /** Deletes the reactions to tracks that have left the playlist. Those of which an entry can return keep theirs. */
  #deleteReactions(trackIds: readonly TrackId[]): void {
    const present = new Set(this.#room?.state().playlist.map(({ track }) => track.id));
    const gone = trackIds.filter((id) => !present.has(id));
    this.reactions.deleteTracks(this.storage.log.departed.withoutReturning(gone));
  }

  #createVotes(): RoomVotes {
    const { kv, sql } = this.#ctx.storage;
    const { connections, broadcaster } = this;
    const openRoom = () => this.open(null);
    const onChanged = (room: RoomStore) => this.#ctx.waitUntil(this.scheduleAlarm(room));
    return new RoomVotes({ kv, sql, connections, broadcaster, pacer: this.#pacer, openRoom, onChanged });
  }

  isRemoved(): boolean {
    return this.#ctx.storage.kv.get(REMOVED) === true;
  }

  /** The room's state; null if the room was removed, or has no stored state and no `info` to start from. */
  open(info: RoomInfo | null): RoomStore | null {
    if (this.isRemoved()) return null;
    if (this.#room) return this.#room;
    this.#room = this.#load(info);
    if (this.#room) this.votes.followLoad(this.#room);
    return this.#room;
  }

  #load(info: RoomInfo | null): RoomStore | null {
    const room = createRoomStore(
      {
        storage: this.storage,
        log: this.logRecords,
        moment: () => ({ serverNowMs: Date.now(), leadMs: this.#leadMs() }),
        publish: (events, revision, change) => {
          this.recentRemovals.record(events, change);
          if (isLargeBatch(events)) this.#pushSnapshots();
          else this.broadcaster.broadcast({ type: "events", revision, events });
          this.#notifyQueries();
          if (!this.#room) return;
          this.reactions.follow(events, change);
          this.votes.follow(events, change);
        },
      },
      info,
    );
    if (room) logEvent("room-loaded", { room: room.state().info.id, revision: room.revision() });
    return room;
  }

  #pushSnapshots(): void {
    this.#snapshots.push(this.broadcaster.listSockets());
  }

  #sendSnapshot(socket: WebSocket): void {
    const connection = this.connections.get(socket);
    const room = this.open(null);
    if (connection && room) this.protocol.sendSnapshot(room, { socket, connection });
  }

  #notifyQueries(): void {
    if (this.#room) this.queries.notify(this.#room.state().info.id);
  }

  #log(where: string, details: Readonly<Record<string, string | number>>): void {
    logEvent(where, { room: this.#room?.state().info.id ?? null, ...details });
  }

  /** The room's state with the latest settings and with everything that has ended by now. Null if it was removed. */
  enter({ info, epochs }: RoomMetadata): RoomStore | null {
    const room = this.open(info);
    if (!room) return null;
    if (!this.access.isStale(epochs)) room.updateInfo(keepOwner(info, room.state().info));
    this.access.receive(epochs);
    room.run({ type: "tick" }, SERVER);
    return room;
  }

  /** Enters the room, runs `act` on it, and schedules the next alarm. Returns null if the room was removed. */
  async use<T>(metadata: RoomMetadata, act: (room: RoomStore) => T | Promise<T>): Promise<T | null> {
    const room = this.enter(metadata);
    if (!room) return null;
    const result = await act(room);
    if (this.isRemoved()) return null;
    await this.scheduleAlarm(room);
    return result;
  }

  /** Broadcasts who is present, after `connection` has joined, changed or left, and publishes the number of users. */
  publishPresence(connection: Connection): void {
    this.#presenceBroadcaster.publish(connection);
    this.protocol.devices.followPresence();
  }

  async scheduleAlarm(room: RoomStore): Promise<void> {
    this.access.checkProgress(Date.now());
    this.presenceCheckedAtMs ||= Date.now();
    const { presenceCheckedAtMs } = this;
    const nowMs = Date.now();
    const alarmMs = nextAlarmMs({
      timeline: room.state(),
      presenceCheckedAtMs,
      emptySinceMs: this.#emptySinceMs(nowMs),
      nowMs,
    });
    const publicationMs = this.nowPlaying.dueMs(room.state(), Date.now());
    const alarms = [alarmMs, publicationMs, this.access.rejoinDueMs(), this.recentRemovals.dueMs()];
    const dueMs = alarms.filter((ms) => ms !== null);
    const nextMs = dueMs.length === 0 ? null : Math.ceil(Math.min(...dueMs));
    const isDoubtful = this.mayLackAlarm(Date.now());
    if (nextMs === this.#alarmMs && !isDoubtful) return;
    this.#alarmMs = nextMs;
    try {
      if (isDoubtful) await dropLateAlarm(this.#ctx.storage, Date.now());
      await this.#storeAlarm();
    } catch (error) {
      this.#alarmMs = undefined;
      throw error;
    }
  }

  /** Stores the alarm that was scheduled last. */
  async #storeAlarm(): Promise<void> {
    const { storage } = this.#ctx;
    const nextMs = this.#alarmMs ?? null;
    if (nextMs === null) await storage.deleteAlarm();
    else await storage.setAlarm(Math.max(nextMs, Date.now() + 1));
  }

  /** Since when the room has no connections, and no live query depends on it; null while it has some. */
  #emptySinceMs(nowMs: number): number | null {
    const { kv } = this.#ctx.storage;
    const storedMs = kv.get<number>(EMPTY_SINCE) ?? null;
    if (this.connections.size > 0 || this.queries.isWatched()) {
      if (storedMs !== null) kv.delete(EMPTY_SINCE);
      return null;
    }
    if (storedMs === null) kv.put(EMPTY_SINCE, nowMs);
    return storedMs ?? nowMs;
  }

  /** Whether the alarm may have failed, or have been lost: it is late, or the object has started since it was set. */
  mayLackAlarm(nowMs: number): boolean {
    return this.#alarmMs === undefined || (this.#alarmMs !== null && isAlarmLate(this.#alarmMs, nowMs));
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

/** No epoch orders names and avatars: `PeopleDirectory` updates those of the owner, like everyone else's. */
function keepOwner(info: RoomInfo, { owner }: RoomInfo): RoomInfo {
  return info.owner.id === owner.id ? { ...info, owner } : info;
}
