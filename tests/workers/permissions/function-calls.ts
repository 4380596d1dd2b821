import { env } from "cloudflare:test";
import { audioFile, hashOf } from "#tests/workers/support/upload.ts";
import type { Callers, Someone } from "./callers.ts";
import { COMMAND_NAMES, commandFor } from "./commands.ts";
import type { Caller } from "./expected.ts";
import {
  seedAudio,
  seedEffectiveRole,
  seedInvite,
  seedSession,
  seedTrack,
  seedTrackWithoutAnalysis,
  seedUpload,
  sessionOf,
} from "./seeded-content.ts";
import { PASSWORD, SESSION_ID, type SeededRoom } from "./seeded-room.ts";

/** A caller before a room in which they may find what they ask for. */
export type Scene = {
  readonly cast: Callers;
  readonly room: SeededRoom;
  readonly caller: Caller;
  /** The caller; for a guest, somebody else, as whom they cannot be taken. */
  readonly self: Someone;
};

/** Makes what a call needs in order to succeed, and says its arguments. */
type Act = (scene: Scene) => Promise<object> | object;

const UPLOAD_BYTES = 10;
const ASKED_AGO_MS = 25 * 3_600_000;

const ofRoom: Act = ({ room }) => ({ id: room.id });
const ofPupil: Act = ({ room, cast }) => ({ id: room.id, userId: cast.pupil.person.id });
const ofAsker: Act = ({ room, cast }) => ({ id: room.id, userId: cast.asker.person.id });
const toComplete = async (room: SeededRoom, whose: Someone) => {
  const file = audioFile("vorbis.ogg");
  const uploadId = await seedUpload(room, whose, { sizeBytes: file.length, file });
  return { uploadId, hue: null, analysis: null };
};
const toBegin = async (room: SeededRoom, whose: Someone) => ({
  uploadId: await seedUpload(room, whose, { sizeBytes: UPLOAD_BYTES, isBegun: false }),
  sha256: hashOf(new Uint8Array(UPLOAD_BYTES)),
});
const underWay = async (room: SeededRoom, whose: Someone) => ({
  uploadId: await seedUpload(room, whose, { sizeBytes: UPLOAD_BYTES }),
});

type Whose = "own" | "another's";
const effectiveRole = async ({ room, self, cast }: Scene, track: Whose, entry: Whose) => {
  const [uploader, adder] = [track, entry].map((whose) => (whose === "own" ? self : cast.colleague));
  if (!uploader || !adder) throw new Error("nobody");
  return { roomId: room.id, trackId: await seedEffectiveRole(room, { uploader, adder, file: audioFile("vorbis.ogg") }) };
};
const renamed = (named: object) => ({ ...named, changes: { title: "Renamed" } });
const MEASURED = { loudnessLufs: -10, truePeakDb: -1, waveform: null };

/** How each line of the table is tried. The first word is the function. */
export const ACTS: Readonly<Record<string, Act>> = {
  "rooms.get": ofRoom,
  "rooms.getRoomInfoByUrl": ({ room }) => ({ room_url: room.info.url }),
  "rooms.getState": ofRoom,
  "rooms.getHistory": ofRoom,
  "rooms.create": () => ({ name: "Another" }),
  "rooms.update the name": ({ room }) => ({ id: room.id, name: "Renamed" }),
  "rooms.update the password": ({ room }) => ({ id: room.id, password: null }),
  "rooms.update the visibility": ({ room }) => ({ id: room.id, visibility: room.kind === "hidden" ? "public" : "hidden" }),
  "rooms.remove": ofRoom,
  "rooms.toggleFavorite": ({ room, self }) => ({ roomId: room.id, userId: self.person.id }),
  "rooms.toggleFavorite as another": ({ room, cast }) => ({ roomId: room.id, userId: cast.colleague.person.id }),
  "rooms.getPublicRoomsWithAuthors": () => ({}),
  "rooms.getUserRoomsWithAuthors": ({ self }) => ({ userId: self.person.id }),
  "rooms.getUserRoomsWithAuthors of another": ({ cast }) => ({ userId: cast.colleague.person.id }),
  ...Object.fromEntries(
    COMMAND_NAMES.map((name): [string, Act] => [
      `rooms.command ${name}`,
      async (scene) => ({ id: scene.room.id, command: await commandFor(name, scene) }),
    ]),
  ),
  "rooms.checkPassword": ({ room }) => ({ room_url: room.info.url, password: PASSWORD }),
  "rooms.generateAccessToken": ({ room }) => ({ room_url: room.info.url, password: PASSWORD, session_id: SESSION_ID }),
  "rooms.generateAccessToken with a wrong one": ({ room }) => ({
    ...{ room_url: room.info.url, password: `${PASSWORD}?`, session_id: SESSION_ID },
  }),
  "rooms.verifyAccessToken": ({ room }) => ({ room_url: room.info.url, token: room.token, session_id: SESSION_ID }),
  "rooms.cleanupExpiredTokens": () => ({}),

  "members.list": ofRoom,
  "members.add": ({ room, cast }) => ({ id: room.id, username: cast.newcomer.username, role: "viewer" }),
  "members.add by id": ({ room, cast }) => ({ id: room.id, userId: cast.newcomer.person.id, role: "viewer" }),
  "members.changeRole": (scene) => ({ ...ofPupil(scene), role: "participant" }),
  "members.remove whom they invited": async (scene) => {
    const invited = "UPDATE members SET invited_by = ? WHERE room_id = ? AND user_id = ?";
    const { self, room, cast } = scene;
    await env.DB.prepare(invited).bind(self.person.id, room.id, cast.pupil.person.id).run();
    return ofPupil(scene);
  },
  "members.remove whom another invited": async (scene) => {
    const invited = "UPDATE members SET invited_by = ? WHERE room_id = ? AND user_id = ?";
    const { room, cast } = scene;
    await env.DB.prepare(invited).bind(cast.colleague.person.id, room.id, cast.pupil.person.id).run();
    return ofPupil(scene);
  },
  "members.remove themselves": ({ room, self }) => ({ id: room.id, userId: self.person.id }),
  "members.transferOwnership": ofPupil,

  "access.request": ofRoom,
  "access.request denied a day ago": async ({ room, cast }) => {
    const denied = "UPDATE members SET changed_at_ms = ? WHERE room_id = ? AND user_id = ?";
    await env.DB.prepare(denied)
      .bind(Date.now() - ASKED_AGO_MS, room.id, cast.rejected.person.id)
      .run();
    return { id: room.id };
  },
  "access.cancel": ofRoom,
  "access.approve": ofAsker,
  "access.approve who does not ask": ({ room, cast }) => ({ id: room.id, userId: cast.newcomer.person.id }),
  "access.reject": ofAsker,

  "invites.create": ({ room }) => ({ id: room.id, role: "viewer", expiresInMs: 3_600_000, uses: 1 }),
  "invites.list": async ({ room, self }) => {
    await seedInvite(room, self);
    return { id: room.id };
  },
  "invites.revoke own": async ({ room, self }) => ({ id: room.id, inviteId: await seedInvite(room, self) }),
  "invites.revoke another's": ({ room }) => ({ id: room.id, inviteId: room.invite.id }),
  "invites.look": ({ room }) => ({ code: room.invite.code }),
  "invites.accept": ({ room }) => ({ code: room.invite.code }),

  "uploads.announce": ({ room }) => ({ roomId: room.id, files: [{ fileName: "a.ogg", sizeBytes: UPLOAD_BYTES }] }),
  "uploads.begin own": ({ room, self }) => toBegin(room, self),
  "uploads.begin another's": ({ room, cast }) => toBegin(room, cast.colleague),
  "uploads.list": async ({ room, self, cast }) => {
    await seedUpload(room, self, { sizeBytes: UPLOAD_BYTES });
    await seedUpload(room, cast.colleague, { sizeBytes: UPLOAD_BYTES + 1 });
    return { roomId: room.id };
  },
  "uploads.complete own": ({ room, self }) => toComplete(room, self),
  "uploads.complete another's": ({ room, cast }) => toComplete(room, cast.colleague),
  "uploads.cancel own": ({ room, self }) => underWay(room, self),
  "uploads.cancel another's": ({ room, cast }) => underWay(room, cast.colleague),
  "tracks.findDuplicates": async ({ room, cast }) => {
    const { sha256 } = await seedAudio(room, cast.colleague);
    return { sha256, title: "", artist: "", durationMs: null };
  },
  "tracks.update own": async (scene) => renamed(await effectiveRole(scene, "own", "another's")),
  "tracks.update another's in an own entry": async (scene) => renamed(await effectiveRole(scene, "another's", "own")),
  "tracks.update another's in another's entry": async (scene) => renamed(await effectiveRole(scene, "another's", "another's")),
  "tracks.update another's without a room": async (scene) => ({
    ...renamed(await effectiveRole(scene, "another's", "own")),
    roomId: undefined,
  }),
  "tracks.update another's of no room": async ({ room, cast }) =>
    renamed({ roomId: room.id, trackId: await seedTrack(cast.colleague) }),
  "tracks.readTags own": (scene) => effectiveRole(scene, "own", "another's"),
  "tracks.readTags another's in an own entry": (scene) => effectiveRole(scene, "another's", "own"),
  "tracks.readTags another's in another's entry": (scene) => effectiveRole(scene, "another's", "another's"),
  "tracks.readTags another's without a room": async (scene) => {
    const { trackId } = await effectiveRole(scene, "another's", "own");
    return { trackId };
  },
  "tracks.listTracksWithoutAnalysis": async ({ room, self, cast }) => {
    await seedTrackWithoutAnalysis(room, self, UPLOAD_BYTES);
    await seedTrackWithoutAnalysis(room, cast.colleague, UPLOAD_BYTES + 1);
    return { roomId: room.id };
  },
  "tracks.setAnalysis own": async (scene) => ({
    trackId: (await effectiveRole(scene, "own", "another's")).trackId,
    analysis: MEASURED,
  }),
  "tracks.setAnalysis another's": async (scene) => ({
    trackId: (await effectiveRole(scene, "another's", "own")).trackId,
    analysis: MEASURED,
  }),
  "tracks.fixDurations": async (scene) => {
    const createdAtMs = Date.now() - 1;
    await effectiveRole(scene, "own", "another's");
    return { cursor: { createdAtMs, id: "aaaaaaaaaaaaaaaa" } };
  },
  "tracks.list": async ({ room, cast }) => {
    await seedAudio(room, cast.colleague);
    return { roomId: room.id };
  },
  "tracks.usage": async (scene) => ({ trackIds: [(await effectiveRole(scene, "own", "another's")).trackId] }),
  "tracks.usage another's": async (scene) => ({ trackIds: [(await effectiveRole(scene, "another's", "own")).trackId] }),
  "tracks.remove own": async (scene) => ({ trackIds: [(await effectiveRole(scene, "own", "another's")).trackId] }),
  "tracks.remove another's": async (scene) => ({ trackIds: [(await effectiveRole(scene, "another's", "own")).trackId] }),
  "playlist.export": ({ room }) => ({ roomId: room.id, format: "json" }),
  "playlist.match": async ({ room, cast }) => {
    const { sha256 } = await seedAudio(room, cast.colleague);
    return { tracks: [{ sha256, title: "", artist: "", durationMs: null }] };
  },
  "playlist.add of the room's": async ({ room, cast }) => {
    const { row } = await seedAudio(room, cast.colleague);
    return { roomId: room.id, trackIds: [row.id] };
  },
  "playlist.add own": async ({ room, self }) => ({ roomId: room.id, trackIds: [await seedTrack(self)] }),
  "playlist.add another's": async ({ room, cast }) => ({ roomId: room.id, trackIds: [await seedTrack(cast.colleague)] }),

  "users.getCurrentUser": ({ self }) => ({ email: `${self.username}@example.org` }),
  "users.getCurrentUser of another": ({ cast }) => ({ email: `${cast.colleague.username}@example.org` }),
  "users.getById": ({ cast }) => ({ id: cast.colleague.person.id }),
  "users.updateUserProfile": ({ self }) => ({ id: self.person.id, isEmailShown: true }),
  "users.updateUserProfile of another": ({ cast }) => ({ id: cast.colleague.person.id, isEmailShown: true }),
  "users.updateAvatar": ({ self }) => ({ id: self.person.id, avatar: "#204060" }),
  "users.updateAvatar of another": ({ cast }) => ({ id: cast.colleague.person.id, avatar: "#204060" }),
  "users.generateNewAvatarColor": ({ self }) => ({ id: self.person.id }),
  "users.generateNewAvatarColor of another": ({ cast }) => ({ id: cast.colleague.person.id }),
  "dev.listMails": () => ({}),
  "users.listSessions": () => ({}),
  "users.endSession": async ({ self }) => ({ id: await seedSession(self) }),
  "users.endSession of another": async ({ cast }) => ({ id: await seedSession(cast.colleague) }),
  "users.endSession this one": ({ self }) => ({ id: sessionOf(self.cookie) }),
  "users.planRemoval": () => ({}),
  "users.remove of another": ({ cast }) => ({ id: cast.colleague.person.id, username: cast.colleague.username }),
  "users.remove by another's name": ({ self, cast }) => ({ id: self.person.id, username: cast.colleague.username }),
  "users.endOtherSessions": async ({ self }) => {
    await seedSession(self);
    return {};
  },
};

/** Whom a guest may have in mind when they say "I". */
export function selfOf(cast: Callers, caller: Caller): Someone {
  return caller === "guest" ? cast.owner : cast[caller];
}
