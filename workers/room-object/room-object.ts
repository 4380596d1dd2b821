import { DurableObject } from "cloudflare:workers";
import type { Person } from "#app/domain/accounts/person.ts";
import type { TrackId, UserId } from "#app/domain/ids.ts";
import { leadMs } from "#app/domain/playback/start-lead.ts";
import { entriesToReplace } from "#app/domain/playlist/decide-playlist.ts";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { connectionLimits } from "#app/domain/room/connection-limits.ts";
import type { Actor } from "#app/domain/room/decision.ts";
import type { RoomInfo, RoomState } from "#app/domain/room/room.ts";
import { nextAlarmMs } from "#app/domain/room/room-alarm.ts";
import type { ReplaceTrackCommand, RoomCommand, ServerCommand } from "#app/domain/room/room-command.ts";
import { CLOSE_CODES, PING, PONG } from "#app/protocol/room-messages.ts";
import type { Epochs } from "#db/queries/rooms.ts";
import { parseJoinRequest } from "#workers/room-contract/join-request.ts";
import { rejectWithCloseCode } from "#workers/room-contract/reject-with-close-code.ts";
import type { RoomMetadata } from "#workers/room-contract/room-metadata.ts";
import { createAccessEpochs } from "./access-epochs.ts";
import { createBroadcaster } from "./broadcaster.ts";
import { createConnectionAccess, type RoleChange } from "./connection-access.ts";
import { createConnectionProtocol } from "./connection-protocol.ts";
import { type Connection, createConnectionStore, listPresence } from "./connections.ts";
import { createMediaGrants } from "./media-grants.ts";
import { createPendingAccessChanges } from "./pending-access-changes.ts";
import { createPeopleDirectory } from "./people-directory.ts";
import { createPlayHistory, type PlayView, toPlayViews } from "./play-history.ts";
import { createPresencePublisher } from "./presence-publisher.ts";
import { createRecentRemovals } from "./recent-removals.ts";
import { createRoomState, type RoomCore } from "./room-state.ts";
import { createRoomStorage } from "./room-storage.ts";
import { createWaitingList } from "./waiting-list.ts";

/** What is left of a room that was removed, so that whoever was on the way into it does not make it anew. */
const ENDED = "ended";
const SERVER: Actor = { kind: "server" };
type RunResult = Result<{ readonly revision: number }>;
type HistoryPage = { readonly plays: readonly PlayView[]; readonly nextBeforeMs: number | null };
type Snapshot = { readonly state: RoomState; readonly revision: number; readonly serverNowMs: number };

/** One room: its sockets, its storage, its alarm. What happens in it is decided in `app/domain`. */
export class Room extends DurableObject<Env> {
  readonly #connections = createConnectionStore(this.ctx);
  readonly #storage = createRoomStorage(this.ctx.storage);
  readonly #history = createPlayHistory(this.ctx.storage);
  readonly #presence = createPresencePublisher(this.env, this.ctx);
  readonly #waiting = createWaitingList(this.ctx);
  readonly #epochs = createAccessEpochs(this.ctx.storage);
  readonly #broadcaster = createBroadcaster(this.#connections, (connection) => this.#publishPresence(connection, null));
  readonly #media = createMediaGrants({
    secret: this.env.APP_SECRET,
    connections: this.#connections,
    epochs: this.#epochs,
    send: this.#broadcaster.send,
  });
  readonly #here = {
    connections: this.#connections,
    broadcaster: this.#broadcaster,
    publishPresence: (connection: Connection) => this.#publishPresence(connection, null),
  };
  readonly #roles = createConnectionAccess({ ...this.#here, waiting: this.#waiting, epochs: this.#epochs, media: this.#media });
  readonly #missed = createPendingAccessChanges({ ...this.#here, env: this.env, epochs: this.#epochs, roles: this.#roles });
  readonly #around = { env: this.env, storage: this.ctx.storage, isEnded: () => this.#isEnded() };
  readonly #people = createPeopleDirectory({ ...this.#here, ...this.#around });
  readonly #recentRemovals = createRecentRemovals(this.#around);
  readonly #conversation = createConnectionProtocol({
    connections: this.#connections,
    broadcaster: this.#broadcaster,
    media: this.#media,
  });
  #core: RoomCore | null = null;
  /** When it last looked who is still here. Woken by its alarm it looks at once, woken by anything else a while later. */
  #lookedAtMs = 0;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG));
  }

  // ---- from the Worker

  override async fetch(request: Request): Promise<Response> {
    const { info, epochs, ...who } = parseJoinRequest(request);
    // the Worker looked before something changed, and was slower
    if (this.#epochs.isStale(epochs)) return rejectWithCloseCode("rejoin");
    const core = this.#enter({ info, epochs });
    if (!core) return rejectWithCloseCode("room-removed");
    // who comes in now has been looked at after all that was missed
    this.#missed.note();
    const { 0: client, 1: server } = new WebSocketPair();
    const answer = new Response(null, { status: 101, webSocket: client });
    if ("waiting" in who) {
      this.#waiting.admit(server, who.waiting);
      return answer;
    }
    this.#connections.add(server, who.connection);
    this.#conversation.snapshot(core, server, who.connection);
    this.#publishPresence(who.connection, server);
    await this.#setAlarm(core);
    this.ctx.waitUntil(this.#people.lookAtRemembered(core));
    return answer;
  }

  async command(
    metadata: RoomMetadata,
    command: RoomCommand | ReplaceTrackCommand | ServerCommand,
    actor: Actor,
  ): Promise<RunResult> {
    const core = this.#enter(metadata);
    if (!core) return fail("room-not-found");
    const result = core.run(command, actor);
    this.#recentRemovals.noteStray(command, core.state());
    await this.#setAlarm(core);
    return result;
  }

  add(metadata: RoomMetadata, entries: readonly Omit<Entry, "rank">[], person: Person): Promise<RunResult> {
    return this.command(metadata, { type: "add", entries, person }, SERVER);
  }

  /** A track is told anew: to its editor as far as they may arrange it here, to the server wherever it stands. */
  async replaceTrack(
    metadata: RoomMetadata,
    { trackId, track }: Omit<ReplaceTrackCommand, "type">,
    actor: Actor,
  ): Promise<RunResult> {
    const told = await this.command(metadata, { type: "replace-track", trackId, track }, actor);
    if (actor.kind === "server" && !this.#isEnded()) this.#storage.replaceRemovedTrack(trackId, track);
    return told;
  }

  /** Whether the actor may have the track told anew here. */
  async canReplaceTrack(metadata: RoomMetadata, trackId: TrackId, actor: Actor): Promise<Result<null>> {
    const core = this.#enter(metadata);
    if (!core) return fail("room-not-found");
    await this.#setAlarm(core);
    const entryIds = entriesToReplace(core.state(), trackId, actor);
    return entryIds.ok ? ok(null) : entryIds;
  }

  /** These tracks are gone for good: out of the playlist, and nothing brings them back. */
  async drop(metadata: RoomMetadata, trackIds: readonly TrackId[]): Promise<RunResult> {
    const dropped = await this.command(metadata, { type: "drop", trackIds }, SERVER);
    this.#storage.forgetTracks(trackIds);
    return dropped;
  }

  /** Somebody exists no more: nobody here knows them, and their devices go. */
  async forget(metadata: RoomMetadata, userId: UserId): Promise<void> {
    const core = this.#enter(metadata);
    if (!core) return;
    this.#waiting.sendBack(userId, "rejoin");
    // they come back as guests: their sessions are over
    this.#broadcaster.closeWhere(({ person }) => person?.id === userId, "rejoin");
    core.run({ type: "forget", userId }, SERVER);
    await this.#setAlarm(core);
  }

  async snapshot(metadata: RoomMetadata): Promise<Snapshot | null> {
    const core = this.#enter(metadata);
    if (!core) return null;
    await this.#setAlarm(core);
    return { state: core.state(), revision: core.revision(), serverNowMs: Date.now() };
  }

  /** What has played here before a time, newest first. */
  async history(metadata: RoomMetadata, beforeMs: number): Promise<HistoryPage | null> {
    const core = this.#enter(metadata);
    if (!core) return null;
    await this.#setAlarm(core);
    const { plays, nextBeforeMs } = this.#history.page(beforeMs);
    return { plays: toPlayViews(plays, core.state()), nextBeforeMs };
  }

  /** The directory says something else of the room. */
  async informed(metadata: RoomMetadata, change: { readonly epochs: Epochs; readonly isRelocked: boolean }): Promise<void> {
    const core = this.#enter(metadata);
    if (!core) return;
    this.#roles.relock(core.state().info, change);
    await this.#setAlarm(core);
  }

  /** People have become something else. */
  async seat(metadata: RoomMetadata, change: RoleChange): Promise<void> {
    const core = this.#enter(metadata);
    if (!core) return;
    this.#roles.change(core.state().info, change);
    await this.#setAlarm(core);
  }

  /** Somebody who may be known here is called, or looks, otherwise now. */
  async introduce(metadata: RoomMetadata, person: Person): Promise<void> {
    const core = this.#enter(metadata);
    if (!core) return;
    this.#people.tell(core, person);
    await this.#setAlarm(core);
  }

  /** The room is removed for good: nothing of it stays but that. */
  async end(): Promise<void> {
    this.#presence.stop();
    this.#broadcaster.closeWhere(() => true, "room-removed");
    this.#waiting.sendBack("everyone", "room-removed");
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
    this.ctx.storage.kv.put(ENDED, true);
    this.#core = null;
  }

  // ---- from the sockets

  override async webSocketMessage(socket: WebSocket, raw: string | ArrayBuffer): Promise<void> {
    const connection = this.#connections.connectionOf(socket);
    // what comes through a socket that the room has closed, or from the gate, is nobody's
    if (!connection)
      return this.#connections.hear(socket, Date.now()) ? undefined : socket.close(CLOSE_CODES["too-many-messages"]);
    const core = this.#open(null);
    if (!core) return this.#broadcaster.close(socket, "room-removed");
    if (this.#conversation.answer(core, socket, { connection, raw })) await this.#setAlarm(core);
  }

  override async webSocketClose(socket: WebSocket): Promise<void> {
    this.#broadcaster.leave(socket);
  }

  override async webSocketError(socket: WebSocket): Promise<void> {
    this.#broadcaster.leave(socket);
  }

  override async alarm(): Promise<void> {
    const core = this.#open(null);
    if (!core) return;
    core.run({ type: "tick" }, SERVER);
    const nowMs = Date.now();
    this.#missed.settleDue(nowMs);
    await this.#recentRemovals.settleDue(core.state(), nowMs);
    if (this.#isEnded()) return;
    if (nowMs - this.#lookedAtMs >= connectionLimits.presenceCheckMs) {
      this.#lookedAtMs = nowMs;
      if (!(await this.#missed.ask(core.state().info.id))) return this.end();
      await Promise.all([this.#people.lookAtHere(), this.#people.lookAtRemembered(core)]);
      if (this.#isEnded()) return;
      for (const socket of this.#connections.silentFor(connectionLimits.socketSilentMs, nowMs))
        this.#broadcaster.close(socket, "silent");
      for (const socket of this.#connections.silentFor(connectionLimits.socketPingMs, nowMs))
        this.#broadcaster.send(socket, { type: "ping-request" });
      this.#broadcaster.closeWhere(({ accessUntilMs }) => accessUntilMs !== null && accessUntilMs <= nowMs, "token-expired");
      this.#media.renew(core.state().info.id);
      this.#presence.tell(core.state().info, this.#broadcaster.activeUsers());
    }
    await this.#setAlarm(core);
  }

  // ---- inside

  #open(info: RoomInfo | null): RoomCore | null {
    if (this.#isEnded()) return null;
    this.#core ??= createRoomState(
      {
        storage: this.#storage,
        moment: () => ({
          serverNowMs: Date.now(),
          leadMs: leadMs(this.#broadcaster.here().flatMap(({ roundTripMs }) => roundTripMs ?? [])),
        }),
        publish: (events, revision, change) => {
          this.#recentRemovals.note(events, change);
          this.#broadcaster.broadcast({ type: "events", revision, events });
        },
      },
      info,
    );
    return this.#core;
  }

  /** The room as it is now: what the directory says of it, and what ended while it slept. Null: it is removed. */
  #enter({ info, epochs }: RoomMetadata): RoomCore | null {
    const core = this.#open(info);
    if (!core) return null;
    if (!this.#epochs.isStale(epochs)) core.inform(info);
    this.#epochs.hear(epochs);
    core.run({ type: "tick" }, SERVER);
    return core;
  }

  #isEnded(): boolean {
    return this.ctx.storage.kv.get(ENDED) === true;
  }

  /** Says who is here now on how many devices, after `device` came or went. */
  #publishPresence({ person, role }: Connection, except: WebSocket | null): void {
    const core = this.#open(null);
    if (!core) return;
    const { present, anonymous } = listPresence(this.#broadcaster.here());
    const known = person && (present.find((other) => other.person.id === person.id) ?? { person, role, devices: 0 });
    this.#broadcaster.broadcast(
      known ? { type: "presence", present: known } : { type: "anonymous", devices: anonymous },
      except,
    );
    this.#presence.tell(core.state().info, this.#broadcaster.activeUsers());
  }

  async #setAlarm(core: RoomCore): Promise<void> {
    this.#missed.note();
    const { playlist, playback } = core.state();
    this.#lookedAtMs ||= Date.now();
    const isInhabited = this.#connections.sockets().length > 0;
    const plannedMs = nextAlarmMs({ playlist, playback, lookedAtMs: this.#lookedAtMs, isInhabited });
    const dueMs = Math.min(
      ...[plannedMs, this.#missed.dueMs(), this.#recentRemovals.dueMs()].map((ms) => ms ?? Number.POSITIVE_INFINITY),
    );
    if (dueMs === Number.POSITIVE_INFINITY) await this.ctx.storage.deleteAlarm();
    else await this.ctx.storage.setAlarm(Math.max(Math.ceil(dueMs), Date.now() + 1));
  }
}
