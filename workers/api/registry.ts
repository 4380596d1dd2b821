import { accountRemovalFunctions } from "#workers/accounts/account-removal-functions.ts";
import { avatarFunctions } from "#workers/accounts/avatar/avatar-functions.ts";
import { listeningFunctions } from "#workers/accounts/listening/listening-functions.ts";
import { userFunctions } from "#workers/accounts/profile/user-functions.ts";
import { sessionFunctions } from "#workers/accounts/sign-in/session-functions.ts";
import { chatFunctions } from "#workers/chat/chat-functions.ts";
import { backendStatusFunctions } from "#workers/dev/backend-status-functions.ts";
import { databaseFunctions } from "#workers/dev/database-functions.ts";
import { objectFunctions } from "#workers/dev/object-functions.ts";
import { roomInspectionFunctions } from "#workers/dev/room-inspection-functions.ts";
import { serviceFunctions } from "#workers/dev/service-functions.ts";
import { trackMergeFunctions } from "#workers/dev/track-merge-functions.ts";
import type { FunctionDefinition } from "#workers/functions/define.ts";
import { batchFunctions } from "#workers/imports/batches/batch-functions.ts";
import { connectionFunctions } from "#workers/imports/connections/connection-functions.ts";
import { searchFunctions } from "#workers/imports/search/search-functions.ts";
import { inviteFunctions } from "#workers/invites/invite-functions.ts";
import { lyricsFunctions } from "#workers/lyrics/lyrics-functions.ts";
import { devFunctions } from "#workers/mail/dev-functions.ts";
import { accessRequestFunctions } from "#workers/members/access-request-functions.ts";
import { memberFunctions } from "#workers/members/member-functions.ts";
import { playlistFileFunctions } from "#workers/playlist/playlist-file-functions.ts";
import { playlistFunctions } from "#workers/playlist/playlist-functions.ts";
import { reactionFunctions } from "#workers/reactions/reaction-functions.ts";
import { roomFunctions } from "#workers/rooms/room-functions.ts";
import { roomHistoryFunctions } from "#workers/rooms/room-history-functions.ts";
import { roomInfoFunctions } from "#workers/rooms/room-info-functions.ts";
import { roomListFunctions } from "#workers/rooms/room-list-functions.ts";
import { roomLogFunctions } from "#workers/rooms/room-log-functions.ts";
import { roomPasswordFunctions } from "#workers/rooms/room-password-functions.ts";
import { duplicateFunctions } from "#workers/tracks/duplicate-functions.ts";
import { libraryFunctions } from "#workers/tracks/library-functions.ts";
import { savedTrackFunctions } from "#workers/tracks/saved-track-functions.ts";
import { trackEditFunctions } from "#workers/tracks/track-edit-functions.ts";
import { trackRepairFunctions } from "#workers/tracks/track-repair-functions.ts";
import { uploadFunctions } from "#workers/uploads/upload-functions.ts";
import { voteFunctions } from "#workers/votes/vote-functions.ts";

const nouns = {
  rooms: {
    ...roomFunctions,
    ...roomInfoFunctions,
    ...roomHistoryFunctions,
    ...roomListFunctions,
    ...roomPasswordFunctions,
  },
  chat: chatFunctions,
  members: memberFunctions,
  access: accessRequestFunctions,
  invites: inviteFunctions,
  uploads: uploadFunctions,
  imports: { ...searchFunctions, ...batchFunctions, ...connectionFunctions },
  tracks: {
    ...duplicateFunctions,
    ...libraryFunctions,
    ...savedTrackFunctions,
    ...trackEditFunctions,
    ...trackRepairFunctions,
  },
  room_log: roomLogFunctions,
  reactions: reactionFunctions,
  votes: voteFunctions,
  lyrics: lyricsFunctions,
  playlist: { ...playlistFunctions, ...playlistFileFunctions },
  dev: {
    ...devFunctions,
    ...backendStatusFunctions,
    ...roomInspectionFunctions,
    ...databaseFunctions,
    ...objectFunctions,
    ...serviceFunctions,
    ...trackMergeFunctions,
  },
  users: { ...userFunctions, ...avatarFunctions, ...sessionFunctions, ...listeningFunctions, ...accountRemovalFunctions },
};

type Nouns = typeof nouns;

/** The public name of a function, such as `rooms.create`. */
export type FunctionName = { [N in keyof Nouns & string]: `${N}.${keyof Nouns[N] & string}` }[keyof Nouns & string];

type DefinitionOf<Name extends FunctionName> = Name extends `${infer Noun extends keyof Nouns & string}.${infer Verb}`
  ? Verb extends keyof Nouns[Noun]
    ? Nouns[Noun][Verb]
    : never
  : never;

/** The arguments and the result of a function. The browser imports these types, and no code. */
export type FunctionArgs<Name extends FunctionName> =
  DefinitionOf<Name> extends FunctionDefinition<infer Args, infer _Value> ? Args : never;
export type FunctionValue<Name extends FunctionName> =
  DefinitionOf<Name> extends FunctionDefinition<infer _Args, infer Value> ? Value : never;

/** All backend functions, by name. */
export const functions: ReadonlyMap<string, FunctionDefinition<unknown, unknown>> = new Map(
  Object.entries(nouns).flatMap(([noun, verbs]) =>
    Object.entries(verbs).map(([verb, definition]) => [`${noun}.${verb}`, definition as FunctionDefinition<unknown, unknown>]),
  ),
);
