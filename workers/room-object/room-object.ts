import { DurableObject } from "cloudflare:workers";
import type { RoleChange } from "#app/domain/access/access-changes.ts";
import type { Epochs } from "#app/domain/access/access-epochs.ts";
import { connectionLimits } from "#app/domain/access/connection-limits.ts";
import type { Person } from "#app/domain/accounts/person.ts";
import { type EditId, type EntryId, editIdOf, type TrackId, type UserId } from "#app/domain/ids.ts";
import { findEntry } from "#app/domain/playlist/playlist.ts";
import type { ReactionMarks } from "#app/domain/reactions/reactions.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import type { AnyCommand } from "#app/domain/room/decide.ts";
import { entriesToReplace } from "#app/domain/room/decide-playlist.ts";
import type { SetBackCounts } from "#app/domain/room/decide-undo.ts";
import type { Actor, PersonActor } from "#app/domain/room/decision.ts";
import type { RoomState } from "#app/domain/room/room.ts";
import type { AddCommand, ReplaceTrackCommand } from "#app/domain/room/room-command.ts";
import type { LogRow } from "#app/domain/room-log/room-log.ts";
import type { ChatPage, PersonMute } from "#app/protocol/chat-messages.ts";
import { CLOSE_CODES, PING, PONG } from "#app/protocol/room-messages.ts";
import { parseJoinRequest } from "#workers/room-contract/join-request.ts";
import { rejectWithCloseCode } from "#workers/room-contract/reject-with-close-code.ts";
import type { RoomInspection } from "#workers/room-contract/room-inspection.ts";
import type { RoomMetadata, SettingsChange } from "#workers/room-contract/room-metadata.ts";
import { isolateRoomSockets } from "#workers/work/room-sockets.ts";
import type { ChatSender } from "./chat.ts";
import { inspectRoom } from "./inspect-room.ts";
import { join } from "./join.ts";
import { type ChatMuting, muteInChat, sendLimits } from "./moderate-chat.ts";
import { type PlayView, toPlayViews } from "./play-history.ts";
import type { ReactionRequest } from "./reactions.ts";
import { type ChatReading, type ChatRequest, listOwnMessages, type OwnChatMessage, readPage } from "./read-chat.ts";
import { handleAlarm } from "./room-alarm.ts";
import type { LogPage } from "./room-log.ts";
import { RoomRuntime, SERVER } from "./room-runtime.ts";
import type { RoomStore } from "./room-store.ts";
import { type CommandOrigin, type RunResult, runCommand } from "./run-command.ts";
import { type SessionView, viewSession } from "./session-view.ts";
import { previewSetBack, type SetBackTarget, setBackRoom } from "./set-back-room.ts";
import { type ChatWriting, writeChat } from "./write-chat.ts";

type StateSnapshot = { readonly state: RoomState; readonly revision: number; readonly serverNowMs: number };
type SessionOfRoom = { readonly session: SessionView | null };
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
    const joinRequest = parseJoinRequest(request);
    if (!(await this.#makeRoom(joinRequest.address))) return rejectWithCloseCode("too-many-messages");
    const response = await join(this.#runtime, joinRequest);
    const room = this.#runtime.open(null);
    if (room) this.ctx.waitUntil(this.#runtime.people.checkStored(room));
    return response;
  }

  /** Whether the address may open another socket. When all are taken, the object closes one of the address with the most (WK3). */
  async #makeRoom(address: string): Promise<boolean> {
    const { isAdmitted, displaced } = isolateRoomSockets.ask(address);
    if (displaced) {
      const room = this.env.ROOM.get(this.env.ROOM.idFromString(displaced.roomObject));
      await room.closeOldestSocket(displaced.address);
    }
    return isAdmitted;
  }

  /** Another address needs the place of one of these sockets. */
  async closeOldestSocket(address: string): Promise<void> {
    const { sockets, broadcaster } = this.#runtime;
    const socket = sockets.findOldest(address);
    if (!socket) return;
    sockets.remove(socket);
    broadcaster.close([socket], "too-many-messages");
  }

  async runCommand(metadata: RoomMetadata, command: AnyCommand, actor: Actor, origin: CommandOrigin = {}): Promise<RunResult> {
    return runCommand(this.#runtime, metadata, { ...origin, command, actor });
  }

  /** @param editId default: that of the first entry */
  addEntries(
    metadata: RoomMetadata,
    addition: Omit<AddCommand, "type">,
    editId = addition.entries[0] && editIdOf(addition.entries[0].id),
  ): Promise<RunResult> {
    return this.runCommand(metadata, { type: "add", ...addition }, SERVER, { editId });
  }

  /** Replaces a track: the server everywhere, a person in the entries they may arrange. */
  async replaceTrack(metadata: RoomMetadata, change: Omit<ReplaceTrackCommand, "type">, actor: Actor): Promise<RunResult> {
    const { trackId, track } = change;
    const result = await this.runCommand(metadata, { type: "replace-track", ...change }, actor);
    const { storage } = this.#runtime;
    if (actor.kind === "server" && !this.#runtime.isRemoved()) storage.log.departed.replaceTrack(trackId, track);
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
    const { storage, reactions } = this.#runtime;
    if (this.#runtime.isRemoved()) return result;
    storage.log.removeTracks(trackIds);
    reactions.deleteTracks(trackIds);
    return result;
  }

  /** Removes a person whose account was deleted. Their connections rejoin as guests. */
  async removePerson(metadata: RoomMetadata, userId: UserId): Promise<void> {
    await this.#runtime.use(metadata, (room) => {
      this.#runtime.waitingList.release(userId, "rejoin");
      this.#runtime.broadcaster.closeWhere(({ person }) => person?.id === userId, "rejoin");
      room.run({ type: "remove-person", userId }, SERVER);
      this.#runtime.storage.log.removePerson(userId);
      this.#runtime.chat.chat.removePerson(userId);
      this.#runtime.votes.removePerson(userId);
    });
  }

  async updatePerson(metadata: RoomMetadata, person: Person): Promise<void> {
    await this.#runtime.use(metadata, (room) => this.#runtime.people.update(room, person));
  }

  /** A session of a connection has ended. */
  async checkSessions(): Promise<void> {
    if (!this.#runtime.isRemoved()) await this.#runtime.people.checkConnected();
  }

  /** A person has begun to show where they listen. */
  async refreshListening(): Promise<void> {
    const room = this.#runtime.open(null);
    if (room) this.#runtime.listening.refresh(room.state().info.id);
  }

  /** Room settings changed in D1. `metadata` has the new settings. */
  async updateSettings(metadata: RoomMetadata, { edit, ...change }: SettingsChange): Promise<void> {
    await this.#runtime.use(metadata, (room) => {
      this.#runtime.access.changeSettings(room.state().info, change);
      if (edit) this.#runtime.logSettings(room, edit);
      this.#runtime.media.renew(metadata.info.id);
    });
  }

  /** Access changed in D1, in a way that the room could not be notified of. */
  async receiveEpochs(metadata: RoomMetadata, epochs: Epochs): Promise<void> {
    await this.#runtime.use(metadata, () => this.#runtime.access.receive(epochs));
  }

  /** Roles of members changed in D1. */
  async changeRoles(metadata: RoomMetadata, change: RoleChange): Promise<void> {
    await this.#runtime.use(metadata, (room) => {
      this.#runtime.access.changeRoles(room.state().info, change);
      this.#runtime.logRoles(room, change);
      for (const { userId, role } of change.roles) if (role === null) this.#runtime.chat.people.removeReadMark(userId);
      this.#runtime.votes.changeRoles(change);
      this.#runtime.media.renew(metadata.info.id);
    });
  }

  /** Adds a reaction of a person or, for a guest, of the address. */
  async react(metadata: RoomMetadata, request: ReactionRequest): Promise<Result<null>> {
    const { messages, reactions } = this.#runtime;
    if (!messages.spend(request.sender, { nowMs: Date.now() })) return fail("too-many-messages");
    const result = await this.#runtime.use(metadata, (room) => reactions.react(room.state(), request));
    return result ?? fail("room-not-found");
  }

  /** The reactions of an entry's track. */
  async getReactions(metadata: RoomMetadata, entryId: EntryId): Promise<Result<ReactionMarks>> {
    const entry = await this.#read(metadata, (room) => findEntry(room.state().playlist, entryId) ?? null);
    if (!entry.ok) return entry;
    return entry.value ? ok(this.#runtime.reactions.find(entry.value.track.id)) : fail("entry-not-found");
  }

  getState(metadata: RoomMetadata): Promise<Result<StateSnapshot>> {
    return this.#read(metadata, (room) => {
      return { state: room.state(), revision: room.revision(), serverNowMs: Date.now() };
    });
  }

  listHistory(metadata: RoomMetadata, beforeMs: number): Promise<Result<PlayViewPage>> {
    return this.#read(metadata, (room) => {
      const { plays, nextBeforeMs } = this.#runtime.storage.history.list(beforeMs);
      return { plays: toPlayViews(plays, room.state()), nextBeforeMs };
    });
  }

  listLog(metadata: RoomMetadata, beforePlace: number): Promise<Result<LogPage>> {
    return this.#read(metadata, () => {
      this.#runtime.storage.log.trim(Date.now());
      return this.#runtime.storage.log.list(beforePlace);
    });
  }

  /** The edits of one person, for the export of their account. */
  async listLogOf(metadata: RoomMetadata, userId: UserId): Promise<readonly LogRow[]> {
    return (await this.#runtime.use(metadata, () => this.#runtime.storage.log.listOf(userId))) ?? [];
  }

  async previewSetBack(metadata: RoomMetadata, target: SetBackTarget, actor: PersonActor): Promise<Result<SetBackCounts>> {
    const preview = await this.#read(metadata, (room) => {
      return previewSetBack(this.#runtime, room, { target, actor });
    });
    return preview.ok ? preview.value : preview;
  }

  async setBack(
    metadata: RoomMetadata,
    target: SetBackTarget,
    caller: { readonly actor: PersonActor; readonly editId: EditId },
  ): Promise<Result<SetBackCounts & { readonly revision: number }>> {
    const cost = connectionLimits.setBackMessageCost;
    const sender = caller.actor.userId ?? "";
    if (!this.#runtime.messages.spend(sender, { cost, nowMs: Date.now() })) return fail("too-many-messages");
    const done = await this.#read(metadata, (room) => {
      return setBackRoom(this.#runtime, room, target, caller);
    });
    return done.ok ? done.value : done;
  }

  listChat(metadata: RoomMetadata, request: ChatRequest, reading: ChatReading): Promise<Result<ChatPage>> {
    return this.#read(metadata, () => readPage(this.#runtime.chat, request, reading));
  }

  /** Writes, edits or removes a message over HTTP. Returns its place. */
  async changeChat(metadata: RoomMetadata, sender: ChatSender, change: ChatWriting): Promise<Result<number>> {
    const { messages, chat } = this.#runtime;
    if (!messages.spend(sender.person.id, { nowMs: Date.now() })) return fail("too-many-messages");
    const result = await this.#runtime.use(metadata, () => writeChat(chat, sender, change));
    return result ?? fail("room-not-found");
  }

  /** Sets the slow mode of the chat, and informs everyone. */
  async setChatSlowMode(metadata: RoomMetadata, slowModeMs: number): Promise<void> {
    await this.#runtime.use(metadata, () => {
      this.#runtime.chat.storage.setSlowMode(slowModeMs);
      sendLimits(this.#runtime);
      this.#runtime.queries.notify(metadata.info.id);
    });
  }

  /** Mutes a person in the chat, or lifts the mute if it is null. Returns who is muted. */
  async muteInChat(metadata: RoomMetadata, person: Person, muting: ChatMuting): Promise<Result<readonly PersonMute[]>> {
    const result = await this.#runtime.use(metadata, () => muteInChat(this.#runtime, person, muting));
    this.#runtime.queries.notify(metadata.info.id);
    return result ?? fail("room-not-found");
  }

  /** The messages of a person after a place, for the export of their account. */
  async listOwnChat(userId: UserId, afterSeq: number, limit: number): Promise<readonly OwnChatMessage[]> {
    return this.#runtime.isRemoved() ? [] : listOwnMessages(this.#runtime.chat, userId, { afterSeq, limit });
  }

  getSessionSummary(metadata: RoomMetadata): Promise<Result<SessionOfRoom>> {
    return this.#read(metadata, (room) => {
      const { storage, reactions } = this.#runtime;
      return { session: viewSession({ history: storage.history, reactions }, room.state(), Date.now()) };
    });
  }

  /** Describes the room for developers. Changes nothing. Null if it has stored nothing, or was removed. */
  async inspect(): Promise<RoomInspection | null> {
    const room = this.#runtime.open(null);
    return room && inspectRoom(this.#runtime, room, this.ctx.storage);
  }

  /** From now on, changes of the state are reported to the live queries. */
  async watchForQueries(): Promise<void> {
    const room = this.#runtime.open(null);
    if (!room) return;
    this.#runtime.queries.watch();
    await this.#runtime.scheduleAlarm(room);
  }

  /** Costs no messages: the call that reads is paid for as work (WK1). */
  async #read<T>(metadata: RoomMetadata, read: (room: RoomStore) => T | Promise<T>): Promise<Result<T>> {
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
    const wasCommand = await protocol.handleClientMessage(room, { socket, connection }, raw);
    if (this.#runtime.isRemoved() || !(wasCommand || this.#runtime.mayLackAlarm(Date.now()))) return;
    await this.#runtime.scheduleAlarm(room);
  }

  override async webSocketClose(socket: WebSocket): Promise<void> {
    this.#runtime.sockets.remove(socket);
    this.#runtime.broadcaster.leave(socket);
    // completes the closing handshake, for which clients wait
    socket.close(1000);
  }

  override async webSocketError(socket: WebSocket): Promise<void> {
    this.#runtime.sockets.remove(socket);
    this.#runtime.broadcaster.leave(socket);
  }

  override async alarm(): Promise<void> {
    await handleAlarm(this.#runtime, this.env);
  }
}
