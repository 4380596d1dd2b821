import { can, type RoomAction } from "#app/domain/access/permissions.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import type { SessionUser } from "#app/protocol/http.ts";
import { type AccessRequirement, type FunctionContext, requireUser, type SignedIn } from "#workers/functions/define.ts";
import { authorizeRoomAction, loadRoom, type RoomAccess, toRoomAccess } from "./room-access.ts";

/** The room that a function is about, with the caller's rights in it. */
export type InRoom = { readonly access: RoomAccess };

/**
 * Whether a query about a room may be read as of an earlier moment: the caller had the same role. Otherwise they would read with
 * rights that they have lost, or see the room as people with other rights saw it.
 */
export function hasSameRole({ access: present }: InRoom, { access: former }: InRoom): boolean {
  return present.room.id === former.room.id && present.role === former.role;
}

type RoomArgs<Key extends string> = Readonly<Record<Key, string>>;

/** The actions as the reference page names them: "Everyone who may … the room identified by `id`". */
const ACTION_TEXTS: Record<RoomAction, string> = {
  listen: "enter",
  "read-chat": "read the chat of",
  "write-chat": "write in the chat of",
  "control-playback": "control playback in",
  "skip-without-vote": "skip tracks without a vote in",
  "add-tracks": "add tracks to",
  "arrange-own-entries": "arrange the entries they added to",
  "arrange-any-entry": "arrange all entries of",
  invite: "invite people to",
  "decide-requests": "answer requests to join",
  "manage-members": "manage the members of",
  "moderate-chat": "moderate the chat of",
  "manage-devices": "manage the devices in",
  "change-settings": "change the settings of",
  "see-log": "see the log of",
  "delete-room": "delete",
  "transfer-ownership": "transfer the ownership of",
};

/** Callers, guests included, who may enter the room that an argument names, by its id or url. */
export function roomVisitor<Key extends string>(argument: Key): AccessRequirement<RoomArgs<Key>, InRoom> {
  return {
    caller: "anyone",
    description: `Everyone who may ${ACTION_TEXTS.listen} the room identified by \`${argument}\`.`,
    authorize: (context, args) => toGranted(authorizeRoomAction(context, args[argument], "listen"), {}),
  };
}

/** Signed-in users who may perform an action in the room that an argument names, by its id or url. */
export function roomAction<Key extends string>(
  argument: Key,
  action: RoomAction,
): AccessRequirement<RoomArgs<Key>, InRoom & SignedIn> {
  return {
    caller: "signed-in",
    description: `Signed-in users who may ${ACTION_TEXTS[action]} the room identified by \`${argument}\`.`,
    authorize: async (context, args) => {
      const user = requireUser(context);
      return user.ok ? toGranted(authorizeRoomAction(context, args[argument], action), user.value) : user;
    },
  };
}

/** Signed-in users, for a room that they need not be able to enter: to request access to it, or to mark it as a favorite. */
export function existingRoom<Key extends string>(argument: Key): AccessRequirement<RoomArgs<Key>, InRoom & SignedIn> {
  return {
    caller: "signed-in",
    description: `Signed-in users, whether or not they may enter the room identified by \`${argument}\`.`,
    authorize: async (context, args) => loadExistingRoom(context, args[argument]),
  };
}

/** Signed-in users; if an argument names a room, they must be allowed to enter it. `access` is null without a room. */
export function optionalRoom<Key extends string>(
  argument: Key,
): AccessRequirement<{ readonly [K in Key]?: string | undefined }, SignedIn & { readonly access: RoomAccess | null }> {
  return {
    caller: "signed-in",
    description: `Signed-in users, who must be allowed to enter the room identified by \`${argument}\`.`,
    authorize: async (context, args) => {
      const granted = requireUser(context);
      const idOrUrl: string | undefined = args[argument];
      if (!granted.ok) return granted;
      if (idOrUrl === undefined) return ok({ ...granted.value, access: null });
      return toGranted(authorizeRoomAction(context, idOrUrl, "listen"), granted.value);
    },
  };
}

/** As `roomAction`, but everyone else is refused with `forbidden`, without being asked for the room's password. */
export function existingRoomAction<Key extends string>(
  argument: Key,
  action: RoomAction,
): AccessRequirement<RoomArgs<Key>, InRoom & SignedIn> {
  return {
    ...roomAction(argument, action),
    authorize: async (context, args) => {
      const granted = await loadExistingRoom(context, args[argument]);
      if (!granted.ok) return granted;
      const { effectiveRole, metadata } = granted.value.access;
      return can(effectiveRole, action, metadata.info) ? granted : fail("forbidden");
    },
  };
}

async function loadExistingRoom(context: FunctionContext, idOrUrl: string): Promise<Result<InRoom & SignedIn>> {
  const granted = requireUser(context);
  if (!granted.ok) return granted;
  const room = await loadRoom(context, idOrUrl);
  return room ? ok({ ...granted.value, access: toRoomAccess(room, context) }) : fail("room-not-found");
}

async function toGranted<User extends { readonly user?: SessionUser }>(
  loading: Promise<Result<RoomAccess>>,
  user: User,
): Promise<Result<InRoom & User>> {
  const access = await loading;
  return access.ok ? ok({ ...user, access: access.value }) : access;
}
