import { DurableObject } from "cloudflare:workers";
import type { RoleChange } from "#app/domain/access/access-changes.ts";
import type { Epochs } from "#app/domain/access/access-epochs.ts";
import { connectionLimits } from "#app/domain/access/connection-limits.ts";
import type { Person } from "#app/domain/accounts/person.ts";
import type { TrackId, UserId } from "#app/domain/ids.ts";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import type { AnyCommand } from "#app/domain/room/decide.ts";
import { entriesToReplace } from "#app/domain/room/decide-playlist.ts";
import type { Actor } from "#app/domain/room/decision.ts";
import type { RoomState } from "#app/domain/room/room.ts";
import type { ReplaceTrackCommand } from "#app/domain/room/room-command.ts";
import { CLOSE_CODES, PING, PONG } from "#app/protocol/room-messages.ts";
import { parseJoinRequest } from "#workers/room-contract/join-request.ts";
import type { RoomInspection } from "#workers/room-contract/room-inspection.ts";
import type { RoomMetadata } from "#workers/room-contract/room-metadata.ts";
import { inspectRoom } from "./inspect-room.ts";
import { join } from "./join.ts";
import { type PlayView, toPlayViews } from "./play-history.ts";
import { recordCommand } from "./record-command.ts";
import { handleAlarm } from "./room-alarm.ts";
import { RoomRuntime, SERVER } from "./room-runtime.ts";
import type { RoomStore } from "./room-store.ts";

type RunResult = Result<{ readonly revision: number }>;
type StateSnapshot = { readonly state: RoomState; readonly revision: number; readonly serverNowMs: number };
type PlayViewPage = { readonly plays: readonly PlayView[]; readonly nextBeforeMs: number | null };

/** The Durable Object of one room: WebSockets, RPC from Workers, storage and alarm. `app/domain` makes the decisions. */
export class Room extends DurableObject<Env> {
  readonly #runtime = new RoomRuntime(this.ctx, this.env);

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG));
  }

  /** Opens a WebSocket. The Worker has verified its access. */
  override async fetch(request: Request): Promise<Response> {
    const response = await join(this.#runtime, parseJoinRequest(request));
    const room = this.#runtime.open(null);
    if (room) this.ctx.waitUntil(this.#runtime.people.checkStored(room));
    return response;
  }

  /** @param address from which a guest sends the command */
  async runCommand(metadata: RoomMetadata, command: AnyCommand, actor: Actor, address = ""): Promise<RunResult> {
    const { messages, guestCommands } = this.#runtime;
    const nowMs = Date.now();
    const isAllowed = actor.kind === "server" || messages.spend(actor.userId ?? address, { nowMs });
    if (!isAllowed) return fail("too-many-messages");
    const result = await this.#runtime.use<RunResult>(metadata, (room) => {
      const attempt = { state: room.state(), command, actor, sender: address, nowMs };
      if (!guestCommands.admit(attempt)) return fail("too-many-messages");
      const outcome = recordCommand(() => room.run(command, actor));
      this.#runtime.recentRemovals.recordMissing(command, room.state());
      return outcome;
    });
    return result ?? fail("room-not-found");
  }

  addEntries(metadata: RoomMetadata, entries: readonly Omit<Entry, "rank">[], person: Person): Promise<RunResult> {
    return this.runCommand(metadata, { type: "add", entries, person }, SERVER);
  }

  /** Replaces a track: the server everywhere, a person in the entries they may arrange. */
  async replaceTrack(metadata: RoomMetadata, change: Omit<ReplaceTrackCommand, "type">, actor: Actor): Promise<RunResult> {
    const { trackId, track } = change;
    const result = await this.runCommand(metadata, { type: "replace-track", trackId, track }, actor);
    const { storage } = this.#runtime;
    if (actor.kind === "server" && !this.#runtime.isRemoved()) storage.replaceRemovedTrack(trackId, track);
    return result;
  }

  /** Whether the actor may replace a track in this room. */
  async canReplaceTrack(metadata: RoomMetadata, trackId: TrackId, actor: Actor): Promise<Result<null>> {
    const entryIds = await this.#runtime.use(metadata, (room) => entriesToReplace(room.state(), trackId, actor));
    if (!entryIds) return fail("room-not-found");
    return entryIds.ok ? ok(null) : entryIds;
  }

  /** Removes deleted tracks for good: their removal cannot be undone. */
  async removeTracks(metadata: RoomMetadata, trackIds: readonly TrackId[]): Promise<RunResult> {
    const result = await this.runCommand(metadata, { type: "remove-tracks", trackIds }, SERVER);
    if (!this.#runtime.isRemoved()) this.#runtime.storage.deleteRemovedTracks(trackIds);
    return result;
  }

  /** Removes a person whose account was deleted. Their connections rejoin as guests. */
  async removePerson(metadata: RoomMetadata, userId: UserId): Promise<void> {
    await this.#runtime.use(metadata, (room) => {
      this.#runtime.waitingList.release(userId, "rejoin");
      this.#runtime.broadcaster.closeWhere(({ person }) => person?.id === userId, "rejoin");
      room.run({ type: "remove-person", userId }, SERVER);
    });
  }

  async updatePerson(metadata: RoomMetadata, person: Person): Promise<void> {
    await this.#runtime.use(metadata, (room) => this.#runtime.people.update(room, person));
  }

  /** Room settings changed in D1. `metadata` has the new settings. */
  async updateSettings(
    metadata: RoomMetadata,
    change: { readonly epochs: Epochs; readonly isPasswordChanged: boolean },
  ): Promise<void> {
    await this.#runtime.use(metadata, (room) => {
      this.#runtime.access.changeSettings(room.state().info, change);
      this.#runtime.media.renew(metadata.info.id);
    });
  }

  /** Roles of members changed in D1. */
  async changeRoles(metadata: RoomMetadata, change: RoleChange): Promise<void> {
    await this.#runtime.use(metadata, (room) => {
      this.#runtime.access.changeRoles(room.state().info, change);
      this.#runtime.media.renew(metadata.info.id);
    });
  }

  /** @param reader the person or, for a guest, the address that reads */
  getState(metadata: RoomMetadata, reader: string): Promise<Result<StateSnapshot>> {
    return this.#read(metadata, reader, (room) => {
      return { state: room.state(), revision: room.revision(), serverNowMs: Date.now() };
    });
  }

  /** @param reader the person or, for a guest, the address that reads */
  listHistory(metadata: RoomMetadata, beforeMs: number, reader: string): Promise<Result<PlayViewPage>> {
    return this.#read(metadata, reader, (room) => {
      const { plays, nextBeforeMs } = this.#runtime.storage.history.list(beforeMs);
      return { plays: toPlayViews(plays, room.state()), nextBeforeMs };
    });
  }

  /** Describes the room for developers. Changes nothing. Null if it has stored nothing, or was removed. */
  async inspect(): Promise<RoomInspection | null> {
    const room = this.#runtime.open(null);
    return room && inspectRoom(this.#runtime, room, this.ctx.storage);
  }

  /** From now on, changes of the state are reported to the live queries. */
  async watchForQueries(): Promise<void> {
    if (!this.#runtime.isRemoved()) this.#runtime.queries.watch();
  }

  async #read<T>(metadata: RoomMetadata, reader: string, read: (room: RoomStore) => T): Promise<Result<T>> {
    const cost = connectionLimits.httpReadCost;
    if (!this.#runtime.messages.spend(reader, { cost, nowMs: Date.now() })) return fail("too-many-messages");
    const result = await this.#runtime.use(metadata, read);
    return result === null ? fail("room-not-found") : ok(result);
  }

  /** Removes the room for good. */
  async remove(): Promise<void> {
    await this.#runtime.remove();
  }

  override async webSocketMessage(socket: WebSocket, raw: string | ArrayBuffer): Promise<void> {
    const { broadcaster, protocol, connections } = this.#runtime;
    const connection = connections.get(socket);
    if (!connection) {
      // the socket was closed, or waits for access: its messages are dropped
      if (!connections.recordMessage(socket, Date.now())) socket.close(CLOSE_CODES["too-many-messages"]);
      return;
    }
    const room = this.#runtime.open(null);
    if (!room) return broadcaster.close([socket], "room-removed");
    if (!protocol.handleClientMessage(room, { socket, connection }, raw)) return;
    await this.#runtime.scheduleAlarm(room);
    await this.#runtime.people.checkConnectedIfDue(Date.now());
  }

  override async webSocketClose(socket: WebSocket): Promise<void> {
    this.#runtime.broadcaster.leave(socket);
  }

  override async webSocketError(socket: WebSocket): Promise<void> {
    this.#runtime.broadcaster.leave(socket);
  }

  override async alarm(): Promise<void> {
    await handleAlarm(this.#runtime, this.env);
  }
}
