import { userRemoval } from "#workers/accounts/account-removal-functions.ts";
import { userAvatar } from "#workers/accounts/avatar/avatar-functions.ts";
import { users } from "#workers/accounts/profile/user-functions.ts";
import { userSessions } from "#workers/accounts/sign-in/session-functions.ts";
import { invites } from "#workers/invites/invite-functions.ts";
import { dev } from "#workers/mail/dev-functions.ts";
import { access } from "#workers/members/access-request-functions.ts";
import { members } from "#workers/members/member-functions.ts";
import { playlistFiles } from "#workers/playlist/playlist-file-functions.ts";
import { playlist } from "#workers/playlist/playlist-functions.ts";
import { rooms } from "#workers/rooms/room-functions.ts";
import { roomHistory } from "#workers/rooms/room-history-functions.ts";
import { roomAddress } from "#workers/rooms/room-info-functions.ts";
import { roomLists } from "#workers/rooms/room-list-functions.ts";
import { roomPasswords } from "#workers/rooms/room-password-functions.ts";
import { tracks } from "#workers/tracks/duplicate-functions.ts";
import { library } from "#workers/tracks/library-functions.ts";
import { trackEdit } from "#workers/tracks/track-edit-functions.ts";
import { trackRepair } from "#workers/tracks/track-repair-functions.ts";
import { uploads } from "#workers/uploads/upload-functions.ts";
import type { FunctionDefinition } from "./define.ts";

const nouns = {
  rooms: { ...rooms, ...roomAddress, ...roomHistory, ...roomLists, ...roomPasswords },
  members,
  access,
  invites,
  uploads,
  tracks: { ...tracks, ...library, ...trackEdit, ...trackRepair },
  playlist: { ...playlist, ...playlistFiles },
  dev,
  users: { ...users, ...userAvatar, ...userSessions, ...userRemoval },
};

type Nouns = typeof nouns;
/** `rooms.create`, … */
export type FunctionName = { [N in keyof Nouns & string]: `${N}.${keyof Nouns[N] & string}` }[keyof Nouns & string];

type DefinitionOf<Name extends FunctionName> = Name extends `${infer Noun extends keyof Nouns & string}.${infer Verb}`
  ? Verb extends keyof Nouns[Noun]
    ? Nouns[Noun][Verb]
    : never
  : never;

/** What a function takes and gives, for callers that see types only. */
export type FunctionArgs<Name extends FunctionName> =
  DefinitionOf<Name> extends FunctionDefinition<infer Args, infer _Value> ? Args : never;
export type FunctionValue<Name extends FunctionName> =
  DefinitionOf<Name> extends FunctionDefinition<infer _Args, infer Value> ? Value : never;

/** Everything that the product can do, by name. */
export const functions: ReadonlyMap<string, FunctionDefinition<unknown, unknown>> = new Map(
  Object.entries(nouns).flatMap(([noun, verbs]) =>
    Object.entries(verbs).map(([verb, definition]) => [`${noun}.${verb}`, definition as FunctionDefinition<unknown, unknown>]),
  ),
);
