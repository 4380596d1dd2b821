import { DurableObject } from "cloudflare:workers";
import type { Person } from "#app/domain/accounts/person.ts";
import type { TrackId, UserId } from "#app/domain/ids.ts";
import { limits } from "#app/domain/limits.ts";
import { leadMs } from "#app/domain/playback/start-lead.ts";
import { entriesToRetell } from "#app/domain/playlist/decide-playlist.ts";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import type { Actor } from "#app/domain/room/decision.ts";
import type { RoomInfo, RoomState } from "#app/domain/room/room.ts";
import { nextAlarmMs } from "#app/domain/room/room-alarm.ts";
import type { Retelling, RoomCommand, ServerCommand } from "#app/domain/room/room-command.ts";
import { CLOSE_CODES, PING, PONG } from "#app/protocol/room-messages.ts";
import type { Epochs } from "#db/queries/rooms.ts";
import { readEntrance } from "#workers/room-contract/join-request.ts";
import { turnAway } from "#workers/room-contract/reject-with-close-code.ts";
import type { RoomNews } from "#workers/room-contract/room-metadata.ts";
import { openRoomEpochs } from "./access-epochs.ts";
import { openAudience } from "./broadcaster.ts";
import { openSeats, type SeatChange } from "./connection-access.ts";
import { openConversation } from "./connection-protocol.ts";
import { type Device, openDevices, whoIsHere } from "./connections.ts";
import { openMediaGrants } from "./media-grants.ts";
import { openMissedChanges } from "./pending-access-changes.ts";
import { openRoomPeople } from "./people-directory.ts";
import { openRoomHistory, type ShownPlay, showPlays } from "./play-history.ts";
import { openPresenceTeller } from "./presence-publisher.ts";
import { openLetGo } from "./recent-removals.ts";
import { openRoomCore, type RoomCore } from "./room-state.ts";
import { openRoomStorage } from "./room-storage.ts";
import { openWaitingRoom } from "./waiting-list.ts";

/** What is left of a room that was removed, so that whoever was on the way into it does not make it anew. */
const ENDED = "ended";
const SERVER: Actor = { kind: "server" };
type RunResult = Result<{ readonly revision: number }>;
type HistoryPage = { readonly plays: readonly ShownPlay[]; readonly nextBeforeMs: number | null };
type Snapshot = { readonly state: RoomState; readonly revision: number; readonly serverNowMs: number };

/** One room: its sockets, its storage, its alarm. What happens in it is decided in `app/domain`. */
export class Room extends DurableObject<Env> {
  readonly #devices = openDevices(this.ctx);
  readonly #storage = openRoomStorage(this.ctx.storage);
  readonly #history = openRoomHistory(this.ctx.storage);
  readonly #presence = openPresenceTeller(this.env, this.ctx);
  readonly #waiting = openWaitingRoom(this.ctx);
  readonly #epochs = openRoomEpochs(this.ctx.storage);
  readonly #audience = openAudience(this.#devices, (device) => this.#tellPresence(device, null));
  readonly #media = openMediaGrants({
    secret: this.env.APP_SECRET,
    devices: this.#devices,
    epochs: this.#epochs,
    send: this.#audience.send,
  });
  readonly #here = {
    devices: this.#devices,
    audience: this.#audience,
    tellPresence: (device: Device) => this.#tellPresence(device, null),
  };
  readonly #seats = openSeats({ ...this.#here, waiting: this.#waiting, epochs: this.#epochs, media: this.#media });
  readonly #missed = openMissedChanges({ ...this.#here, env: this.env, epochs: this.#epochs, seats: this.#seats });
  readonly #around = { env: this.env, storage: this.ctx.storage, isEnded: () => this.#isEnded() };
  readonly #people = openRoomPeople({ ...this.#here, ...this.#around });
  readonly #letGo = openLetGo(this.#around);
  readonly #conversation = openConversation({ devices: this.#devices, audience: this.#audience, media: this.#media });
  #core: RoomCore | null = null;
  /** When it last looked who is still here. Woken by its alarm it looks at once, woken by anything else a while later. */
  #lookedAtMs = 0;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG));
  }

  // ---- from the Worker

  override async fetch(request: Request): Promise<Response> {
    const { info, epochs, ...who } = readEntrance(request);
    // the Worker looked before something changed, and was slower
    if (this.#epochs.isStale(epochs)) return turnAway("come-again");
    const core = this.#enter({ info, epochs });
    if (!core) return turnAway("room-gone");
    // who comes in now has been looked at after all that was missed
    this.#missed.note();
    const { 0: client, 1: server } = new WebSocketPair();
    const answer = new Response(null, { status: 101, webSocket: client });
    if ("waiting" in who) {
      this.#waiting.admit(server, who.waiting);
      return answer;
    }
    this.#devices.add(server, who.device);
    this.#conversation.welcome(core, server, who.device);
    this.#tellPresence(who.device, server);
    await this.#setAlarm(core);
    this.ctx.waitUntil(this.#people.lookAtRemembered(core));
    return answer;
  }

  async command(news: RoomNews, command: RoomCommand | Retelling | ServerCommand, actor: Actor): Promise<RunResult> {
    const core = this.#enter(news);
    if (!core) return fail("room-not-found");
    const result = core.run(command, actor);
    this.#letGo.noteStray(command, core.state());
    await this.#setAlarm(core);
    return result;
  }

  add(news: RoomNews, entries: readonly Omit<Entry, "rank">[], person: Person): Promise<RunResult> {
    return this.command(news, { type: "add", entries, person }, SERVER);
  }

  /** A track is told anew: to its editor as far as they may arrange it here, to the server wherever it stands. */
  async retell(news: RoomNews, { trackId, track }: Omit<Retelling, "type">, actor: Actor): Promise<RunResult> {
    const told = await this.command(news, { type: "retell", trackId, track }, actor);
    if (actor.kind === "server" && !this.#isEnded()) this.#storage.retellRemoved(trackId, track);
    return told;
  }

  /** Whether the actor may have the track told anew here. */
  async mayRetell(news: RoomNews, trackId: TrackId, actor: Actor): Promise<Result<null>> {
    const core = this.#enter(news);
    if (!core) return fail("room-not-found");
    await this.#setAlarm(core);
    const entryIds = entriesToRetell(core.state(), trackId, actor);
    return entryIds.ok ? ok(null) : entryIds;
  }

  /** These tracks are gone for good: out of the playlist, and nothing brings them back. */
  async drop(news: RoomNews, trackIds: readonly TrackId[]): Promise<RunResult> {
    const dropped = await this.command(news, { type: "drop", trackIds }, SERVER);
    this.#storage.forgetTracks(trackIds);
    return dropped;
  }

  /** Somebody exists no more: nobody here knows them, and their devices go. */
  async forget(news: RoomNews, userId: UserId): Promise<void> {
    const core = this.#enter(news);
    if (!core) return;
    this.#waiting.sendBack(userId, "come-again");
    // they come back as guests: their sessions are over
    this.#audience.closeWhere(({ person }) => person?.id === userId, "come-again");
    core.run({ type: "forget", userId }, SERVER);
    await this.#setAlarm(core);
  }

  async snapshot(news: RoomNews): Promise<Snapshot | null> {
    const core = this.#enter(news);
    if (!core) return null;
    await this.#setAlarm(core);
    return { state: core.state(), revision: core.revision(), serverNowMs: Date.now() };
  }

  /** What has played here before a time, newest first. */
  async history(news: RoomNews, beforeMs: number): Promise<HistoryPage | null> {
    const core = this.#enter(news);
    if (!core) return null;
    await this.#setAlarm(core);
    const { plays, nextBeforeMs } = this.#history.page(beforeMs);
    return { plays: showPlays(plays, core.state()), nextBeforeMs };
  }

  /** The directory says something else of the room. */
  async informed(news: RoomNews, change: { readonly epochs: Epochs; readonly isRelocked: boolean }): Promise<void> {
    const core = this.#enter(news);
    if (!core) return;
    this.#seats.relock(core.state().info, change);
    await this.#setAlarm(core);
  }

  /** People have become something else. */
  async seat(news: RoomNews, change: SeatChange): Promise<void> {
    const core = this.#enter(news);
    if (!core) return;
    this.#seats.change(core.state().info, change);
    await this.#setAlarm(core);
  }

  /** Somebody who may be known here is called, or looks, otherwise now. */
  async introduce(news: RoomNews, person: Person): Promise<void> {
    const core = this.#enter(news);
    if (!core) return;
    this.#people.tell(core, person);
    await this.#setAlarm(core);
  }

  /** The room is removed for good: nothing of it stays but that. */
  async end(): Promise<void> {
    this.#presence.stop();
    this.#audience.closeWhere(() => true, "room-gone");
    this.#waiting.sendBack("everyone", "room-gone");
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
    this.ctx.storage.kv.put(ENDED, true);
    this.#core = null;
  }

  // ---- from the sockets

  override async webSocketMessage(socket: WebSocket, raw: string | ArrayBuffer): Promise<void> {
    const device = this.#devices.deviceOf(socket);
    // what comes through a socket that the room has closed, or from the gate, is nobody's
    if (!device) return this.#devices.hear(socket, Date.now()) ? undefined : socket.close(CLOSE_CODES["too-many-frames"]);
    const core = this.#open(null);
    if (!core) return this.#audience.close(socket, "room-gone");
    if (this.#conversation.answer(core, socket, { device, raw })) await this.#setAlarm(core);
  }

  override async webSocketClose(socket: WebSocket): Promise<void> {
    this.#audience.leave(socket);
  }

  override async webSocketError(socket: WebSocket): Promise<void> {
    this.#audience.leave(socket);
  }

  override async alarm(): Promise<void> {
    const core = this.#open(null);
    if (!core) return;
    core.run({ type: "tick" }, SERVER);
    const nowMs = Date.now();
    this.#missed.settleDue(nowMs);
    await this.#letGo.settleDue(core.state(), nowMs);
    if (this.#isEnded()) return;
    if (nowMs - this.#lookedAtMs >= limits.presenceLookMs) {
      this.#lookedAtMs = nowMs;
      if (!(await this.#missed.ask(core.state().info.id))) return this.end();
      await Promise.all([this.#people.lookAtHere(), this.#people.lookAtRemembered(core)]);
      if (this.#isEnded()) return;
      for (const socket of this.#devices.silentFor(limits.socketSilentMs, nowMs)) this.#audience.close(socket, "silent");
      for (const socket of this.#devices.silentFor(limits.socketPingMs, nowMs)) this.#audience.send(socket, { type: "ask" });
      this.#audience.closeWhere(({ accessUntilMs }) => accessUntilMs !== null && accessUntilMs <= nowMs, "token-expired");
      this.#media.renew(core.state().info.id);
      this.#presence.tell(core.state().info, this.#audience.activeUsers());
    }
    await this.#setAlarm(core);
  }

  // ---- inside

  #open(info: RoomInfo | null): RoomCore | null {
    if (this.#isEnded()) return null;
    this.#core ??= openRoomCore(
      {
        storage: this.#storage,
        moment: () => ({
          serverNowMs: Date.now(),
          leadMs: leadMs(this.#audience.here().flatMap(({ roundTripMs }) => roundTripMs ?? [])),
        }),
        publish: (events, revision, change) => {
          this.#letGo.note(events, change);
          this.#audience.broadcast({ type: "events", revision, events });
        },
      },
      info,
    );
    return this.#core;
  }

  /** The room as it is now: what the directory says of it, and what ended while it slept. Null: it is removed. */
  #enter({ info, epochs }: RoomNews): RoomCore | null {
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
  #tellPresence({ person, role }: Device, except: WebSocket | null): void {
    const core = this.#open(null);
    if (!core) return;
    const { present, anonymous } = whoIsHere(this.#audience.here());
    const known = person && (present.find((other) => other.person.id === person.id) ?? { person, role, devices: 0 });
    this.#audience.broadcast(known ? { type: "presence", present: known } : { type: "anonymous", devices: anonymous }, except);
    this.#presence.tell(core.state().info, this.#audience.activeUsers());
  }

  async #setAlarm(core: RoomCore): Promise<void> {
    this.#missed.note();
    const { playlist, playback } = core.state();
    this.#lookedAtMs ||= Date.now();
    const isInhabited = this.#devices.sockets().length > 0;
    const plannedMs = nextAlarmMs({ playlist, playback, lookedAtMs: this.#lookedAtMs, isInhabited });
    const dueMs = Math.min(
      ...[plannedMs, this.#missed.dueMs(), this.#letGo.dueMs()].map((ms) => ms ?? Number.POSITIVE_INFINITY),
    );
    if (dueMs === Number.POSITIVE_INFINITY) await this.ctx.storage.deleteAlarm();
    else await this.ctx.storage.setAlarm(Math.max(Math.ceil(dueMs), Date.now() + 1));
  }
}
