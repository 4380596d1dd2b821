import { env } from "cloudflare:test";
import { HOUR_MS } from "#app/domain/units.ts";
import { newId } from "#workers/crypto/random.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import { COMMAND_NAMES, prepareCommand, startPlayback } from "./command-calls.ts";
import {
  ANALYSIS,
  createBeginArgs,
  createCompleteArgs,
  createEditionArgs,
  createEntryArgs,
  createUploadArgs,
  OTHER_FILE_BYTES,
  OWN_FILE_BYTES,
  type PrepareArgs,
  REJECTED_AGO_MS,
  seedChatMessage,
  setInviter,
  unmuteInvitee,
  withInvitee,
  withLyrics,
  withNewTitle,
  withPlaceOfRemoval,
  withRequester,
  withRoomId,
} from "./function-args.ts";
import { IMPORT_CALLS } from "./import-calls.ts";
import {
  readSessionId,
  seedInvite,
  seedOtherSession,
  seedRoomTrack,
  seedSavedTrack,
  seedTrack,
  seedTrackWithoutAnalysis,
  seedUpload,
} from "./seeded-content.ts";
import { PASSWORD, SESSION_ID, staleMetadata } from "./seeded-room.ts";

/** The call of each row of the functions table. */
export const FUNCTION_CALLS: Readonly<Record<string, PrepareArgs>> = {
  "rooms.get": withRoomId,
  "rooms.getRoomInfoByUrl": ({ room }) => ({ room_url: room.info.url }),
  "rooms.getState": withRoomId,
  "rooms.getHistory": withRoomId,
  "rooms.getSessionSummary": withRoomId,
  "room_log.list": ({ room }) => ({ roomId: room.id }),
  "room_log.preview": withPlaceOfRemoval,
  "room_log.restore": withPlaceOfRemoval,
  "rooms.create": () => ({ name: "Another" }),
  "rooms.update the name": ({ room }) => ({ id: room.id, name: "Renamed" }),
  "rooms.update the password": ({ room }) => ({ id: room.id, password: null }),
  "rooms.update the visibility": ({ room }) => ({ id: room.id, visibility: room.kind === "hidden" ? "public" : "hidden" }),
  "rooms.update the opening": ({ room }) => ({ id: room.id, guestsMayControl: true, guestsMayAdd: true }),
  "rooms.remove": withRoomId,
  "rooms.toggleFavorite": ({ room, self }) => ({ roomId: room.id, userId: self.person.id }),
  "rooms.toggleFavorite as another user": ({ room, callers }) => ({ roomId: room.id, userId: callers.colleague.person.id }),
  "rooms.getPublicRoomsWithAuthors": () => ({}),
  "rooms.getUserRoomsWithAuthors": ({ self }) => ({ userId: self.person.id }),
  "rooms.getUserRoomsWithAuthors of another user": ({ callers }) => ({ userId: callers.colleague.person.id }),
  "rooms.listTargets": () => ({}),
  ...Object.fromEntries(
    COMMAND_NAMES.map((name): [string, PrepareArgs] => [
      `rooms.command ${name}`,
      async (context) => ({ id: context.room.id, command: await prepareCommand(name, context) }),
    ]),
  ),
  "reactions.send": async (context) => {
    return { roomId: context.room.id, entryId: await startPlayback(context), reaction: 2 };
  },
  "reactions.get": async (context) => ({ roomId: context.room.id, entryId: await startPlayback(context) }),
  "votes.skip": async (context) => ({ roomId: context.room.id, entryId: await startPlayback(context), isFor: true }),
  "rooms.checkPassword": ({ room }) => ({ room_url: room.info.url, password: PASSWORD }),
  "rooms.generateAccessToken": ({ room }) => ({ room_url: room.info.url, password: PASSWORD, session_id: SESSION_ID }),
  "rooms.generateAccessToken with a wrong password": ({ room }) => ({
    room_url: room.info.url,
    password: `${PASSWORD}?`,
    session_id: SESSION_ID,
  }),
  "rooms.verifyAccessToken": ({ room }) => ({ room_url: room.info.url, token: room.token, session_id: SESSION_ID }),
  "rooms.cleanupExpiredTokens": () => ({}),

  "chat.list": withRoomId,
  "chat.send": ({ room }) => ({ id: room.id, messageId: newId(), text: "Hello", mentions: [], replyTo: null }),
  "chat.edit own": async ({ room, self }) => ({
    ...{ id: room.id, seq: await seedChatMessage(room, self), text: "Hello again", mentions: [] },
  }),
  "chat.edit another's": async ({ room, callers }) => ({
    ...{ id: room.id, seq: await seedChatMessage(room, callers.colleague), text: "Hello again", mentions: [] },
  }),
  "chat.remove own": async ({ room, self }) => ({ id: room.id, seq: await seedChatMessage(room, self) }),
  "chat.remove another's": async ({ room, callers }) => ({ id: room.id, seq: await seedChatMessage(room, callers.colleague) }),
  "chat.setSlowMode": async ({ room }) => {
    await roomObject(env, room.id).setChatSlowMode(staleMetadata(room.info), 0);
    return { id: room.id, slowModeMs: 5000 };
  },
  "chat.mute": async (context) => {
    await unmuteInvitee(context);
    return { id: context.room.id, userId: context.callers.invitee.person.id, durationMs: null };
  },
  "chat.mute the owner": ({ room, callers }) => ({ id: room.id, userId: callers.owner.person.id, durationMs: null }),
  "chat.unmute": async (context) => {
    const { room, callers } = context;
    const muting = { mute: { untilMs: null }, hasRole: true };
    await roomObject(env, room.id).muteInChat(staleMetadata(room.info), callers.invitee.person, muting);
    return withInvitee(context);
  },

  "members.list": withRoomId,
  "members.add": ({ room, callers }) => ({ id: room.id, username: callers.newcomer.username, role: "viewer" }),
  "members.add by id": ({ room, callers }) => ({ id: room.id, userId: callers.newcomer.person.id, role: "viewer" }),
  "members.changeRole": (context) => ({ ...withInvitee(context), role: "participant" }),
  "members.remove own invitee": async (context) => setInviter(context, context.self),
  "members.remove another's invitee": async (context) => setInviter(context, context.callers.colleague),
  "members.remove oneself": ({ room, self }) => ({ id: room.id, userId: self.person.id }),
  "members.transferOwnership": withInvitee,

  "access.request": withRoomId,
  "access.request a day after a rejection": async ({ room, callers }) => {
    const rejected = "UPDATE members SET changed_at_ms = ? WHERE room_id = ? AND user_id = ?";
    await env.DB.prepare(rejected)
      .bind(Date.now() - REJECTED_AGO_MS, room.id, callers.rejected.person.id)
      .run();
    return { id: room.id };
  },
  "access.cancel": withRoomId,
  "access.approve": withRequester,
  "access.approve without a request": ({ room, callers }) => ({ id: room.id, userId: callers.newcomer.person.id }),
  "access.reject": withRequester,

  "invites.create": ({ room }) => ({ id: room.id, role: "viewer", expiresInMs: HOUR_MS, uses: 1 }),
  "invites.list": async ({ room, self }) => {
    await seedInvite(room, self);
    return { id: room.id };
  },
  "invites.revoke own": async ({ room, self }) => ({ id: room.id, inviteId: await seedInvite(room, self) }),
  "invites.revoke another's": ({ room }) => ({ id: room.id, inviteId: room.invite.id }),
  "invites.get": ({ room }) => ({ code: room.invite.code }),
  "invites.accept": ({ room }) => ({ code: room.invite.code }),

  "uploads.announce": ({ room }) => ({ roomId: room.id, files: [{ fileName: "a.ogg", sizeBytes: OWN_FILE_BYTES }] }),
  "uploads.begin own": ({ room, self }) => createBeginArgs(room, self),
  "uploads.begin another's": ({ room, callers }) => createBeginArgs(room, callers.colleague),
  "uploads.list": async ({ room, self, callers }) => {
    await seedUpload(room, self, { sizeBytes: OWN_FILE_BYTES });
    await seedUpload(room, callers.colleague, { sizeBytes: OTHER_FILE_BYTES });
    return { roomId: room.id };
  },
  "uploads.getStorage": () => ({}),
  "uploads.complete own": ({ room, self }) => createCompleteArgs(room, self),
  "uploads.complete another's": ({ room, callers }) => createCompleteArgs(room, callers.colleague),
  "uploads.cancel own": ({ room, self }) => createUploadArgs(room, self),
  "uploads.cancel another's": ({ room, callers }) => createUploadArgs(room, callers.colleague),

  ...IMPORT_CALLS,
  "tracks.findDuplicates": async ({ room, callers }) => {
    const { sha256 } = await seedRoomTrack(room, callers.colleague);
    return { sha256, title: "", artist: "", durationMs: null };
  },
  "tracks.get own": (context) => createEntryArgs(context, "own", "another's"),
  "tracks.get another's in an own entry": (context) => createEntryArgs(context, "another's", "own"),
  "tracks.get another's in another's entry": (context) => createEntryArgs(context, "another's", "another's"),
  "tracks.get another's without a room": async (context) => {
    const { trackId } = await createEntryArgs(context, "another's", "own");
    return { trackId };
  },
  "tracks.update own": async (context) => withNewTitle(await createEntryArgs(context, "own", "another's")),
  "tracks.update another's in an own entry": async (context) =>
    withNewTitle(await createEntryArgs(context, "another's", "own")),
  "tracks.update another's in another's entry": async (context) =>
    withNewTitle(await createEntryArgs(context, "another's", "another's")),
  "tracks.update another's without a room": async (context) => ({
    ...withNewTitle(await createEntryArgs(context, "another's", "own")),
    roomId: undefined,
  }),
  "tracks.update another's in no room": async ({ room, callers }) =>
    withNewTitle({ roomId: room.id, trackId: await seedTrack(callers.colleague) }),
  "tracks.undoEdition own": (context) => createEditionArgs(context, "own"),
  "tracks.undoEdition another's": (context) => createEditionArgs(context, "another's"),
  "tracks.readTags own": (context) => createEntryArgs(context, "own", "another's"),
  "tracks.readTags another's in an own entry": (context) => createEntryArgs(context, "another's", "own"),
  "tracks.readTags another's in another's entry": (context) => createEntryArgs(context, "another's", "another's"),
  "tracks.readTags another's without a room": async (context) => {
    const { trackId } = await createEntryArgs(context, "another's", "own");
    return { trackId };
  },
  "tracks.listTracksWithoutAnalysis": async ({ room, self, callers }) => {
    await seedTrackWithoutAnalysis(room, self, OWN_FILE_BYTES);
    await seedTrackWithoutAnalysis(room, callers.colleague, OTHER_FILE_BYTES);
    return { roomId: room.id };
  },
  "tracks.setAnalysis own": async (context) => ({
    trackId: (await createEntryArgs(context, "own", "another's")).trackId,
    analysis: ANALYSIS,
  }),
  "tracks.setAnalysis another's": async (context) => ({
    trackId: (await createEntryArgs(context, "another's", "own")).trackId,
    analysis: ANALYSIS,
  }),
  "tracks.setAnalysis another's in the room": async (context) => ({
    ...(await createEntryArgs(context, "another's", "own")),
    analysis: ANALYSIS,
  }),
  "tracks.fixDurations": async (context) => {
    const createdAtMs = Date.now() - 1;
    await createEntryArgs(context, "own", "another's");
    return { cursor: { createdAtMs, id: "aaaaaaaaaaaaaaaa" } };
  },
  "tracks.list": async ({ room, callers }) => {
    await seedRoomTrack(room, callers.colleague);
    return { roomId: room.id };
  },
  "tracks.usage": async (context) => ({ trackIds: [(await createEntryArgs(context, "own", "another's")).trackId] }),
  "tracks.usage another's": async (context) => ({ trackIds: [(await createEntryArgs(context, "another's", "own")).trackId] }),
  "tracks.remove own": async (context) => ({ trackIds: [(await createEntryArgs(context, "own", "another's")).trackId] }),
  "tracks.remove another's": async (context) => ({ trackIds: [(await createEntryArgs(context, "another's", "own")).trackId] }),
  "tracks.save another's in the room": async ({ room, callers }) => ({
    roomId: room.id,
    trackId: (await seedRoomTrack(room, callers.colleague)).row.id,
  }),
  "tracks.save another's in no room": async ({ room, callers }) => ({
    roomId: room.id,
    trackId: await seedTrack(callers.colleague),
  }),
  "tracks.unsave": async ({ self, callers }) => ({ trackId: await seedSavedTrack(self, callers.colleague) }),
  "lyrics.get own": (context) => createEntryArgs(context, "own", "another's"),
  "lyrics.get another's in the room": (context) => createEntryArgs(context, "another's", "another's"),
  "lyrics.get another's in no room": async ({ room, callers }) => ({
    roomId: room.id,
    trackId: await seedTrack(callers.colleague),
  }),
  "lyrics.get another's without a room": async (context) => {
    const { trackId } = await createEntryArgs(context, "another's", "own");
    return { trackId };
  },
  "lyrics.set own": async (context) => withLyrics(await createEntryArgs(context, "own", "another's")),
  "lyrics.set another's in an own entry": async (context) => withLyrics(await createEntryArgs(context, "another's", "own")),
  "lyrics.set another's in another's entry": async (context) =>
    withLyrics(await createEntryArgs(context, "another's", "another's")),
  "lyrics.set another's without a room": async (context) => ({
    ...withLyrics(await createEntryArgs(context, "another's", "own")),
    roomId: undefined,
  }),
  "lyrics.set another's in no room": async ({ room, callers }) =>
    withLyrics({ roomId: room.id, trackId: await seedTrack(callers.colleague) }),
  "playlist.export": ({ room }) => ({ roomId: room.id, format: "json" }),
  "playlist.match": async ({ room, callers }) => {
    const { sha256 } = await seedRoomTrack(room, callers.colleague);
    return { tracks: [{ sha256, title: "", artist: "", durationMs: null }] };
  },
  "playlist.add a track of the room": async ({ room, callers }) => {
    const { row } = await seedRoomTrack(room, callers.colleague);
    return { roomId: room.id, trackIds: [row.id] };
  },
  "playlist.add own track": async ({ room, self }) => ({ roomId: room.id, trackIds: [await seedTrack(self)] }),
  "playlist.add another's track": async ({ room, callers }) => ({
    roomId: room.id,
    trackIds: [await seedTrack(callers.colleague)],
  }),

  "users.getCurrentUser": ({ self }) => ({ email: `${self.username}@example.org` }),
  "users.getCurrentUser of another user": ({ callers }) => ({ email: `${callers.colleague.username}@example.org` }),
  "users.getById": ({ callers }) => ({ id: callers.colleague.person.id }),
  "users.updateUserProfile": ({ self }) => ({ id: self.person.id, isEmailShown: true }),
  "users.updateUserProfile of another user": ({ callers }) => ({ id: callers.colleague.person.id, isEmailShown: true }),
  "users.getListening": ({ room, callers }) => ({ roomId: room.id, userId: callers.colleague.person.id }),
  "users.setListeningShown": ({ self }) => ({ id: self.person.id, isShown: true }),
  "users.setListeningShown of another user": ({ callers }) => ({ id: callers.colleague.person.id, isShown: true }),
  "users.updateAvatar": ({ self }) => ({ id: self.person.id, avatar: "#204060" }),
  "users.updateAvatar of another user": ({ callers }) => ({ id: callers.colleague.person.id, avatar: "#204060" }),
  "users.generateNewAvatarColor": ({ self }) => ({ id: self.person.id }),
  "users.generateNewAvatarColor of another user": ({ callers }) => ({ id: callers.colleague.person.id }),
  "dev.listMails": () => ({}),
  "dev.getBackendStatus": () => ({}),
  "dev.getMigrations": () => ({}),
  "dev.checkIntegrity": () => ({}),
  "dev.listObjects": () => ({ prefix: "", orphansOnly: false }),
  "dev.countObjects": () => ({ prefix: "" }),
  "dev.deleteObjects": () => ({ keys: ["audio/aaaaaaaaaaaaaaaa"] }),
  "dev.listDuplicates": () => ({ by: "hash" }),
  "dev.mergeTracks": () => ({ keptId: "aaaaaaaaaaaaaaaa", removedIds: ["bbbbbbbbbbbbbbbb"] }),
  "dev.testService": () => ({ service: "yandex", query: "Love" }),
  "dev.inspectRoom": ({ room }) => ({ roomId: room.id }),
  "users.listSessions": () => ({}),
  "users.endSession": async ({ self }) => ({ id: await seedOtherSession(self) }),
  "users.endSession of another user": async ({ callers }) => ({ id: await seedOtherSession(callers.colleague) }),
  "users.endSession the current one": ({ self }) => ({ id: readSessionId(self.cookie) }),
  "users.planRemoval": () => ({}),
  "users.remove another user": ({ callers }) => ({ id: callers.colleague.person.id, username: callers.colleague.username }),
  "users.remove with another's username": ({ self, callers }) => ({ id: self.person.id, username: callers.colleague.username }),
  "users.endOtherSessions": async ({ self }) => {
    await seedOtherSession(self);
    return {};
  },
};
