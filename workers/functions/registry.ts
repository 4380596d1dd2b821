import { access } from "./access.ts";
import type { FunctionDefinition } from "./define.ts";
import { dev } from "./dev.ts";
import { invites } from "./invites.ts";
import { library } from "./library.ts";
import { members } from "./members.ts";
import { playlist } from "./playlist.ts";
import { playlistFiles } from "./playlist-files.ts";
import { roomAddress } from "./room-address.ts";
import { roomHistory } from "./room-history.ts";
import { roomLists } from "./room-lists.ts";
import { roomPasswords } from "./room-passwords.ts";
import { rooms } from "./rooms.ts";
import { trackEdit } from "./track-edit.ts";
import { trackRepair } from "./track-repair.ts";
import { tracks } from "./tracks.ts";
import { uploads } from "./uploads.ts";
import { userAvatar } from "./user-avatar.ts";
import { userRemoval } from "./user-removal.ts";
import { userSessions } from "./user-sessions.ts";
import { users } from "./users.ts";

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
