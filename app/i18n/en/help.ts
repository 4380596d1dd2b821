import type { RoomAction } from "#app/domain/access/permissions.ts";

export const help = {
  table: {
    title: "Who may do what",
    text: "Spectators are signed in and have no role in the room; guests are not signed in. Requested and denied are not roles yet and give nothing more. Where a room has a password, everyone without a role enters it first.",
    what: "In a room",
    yes: "yes",
    no: "no",
  },
  action: {
    listen: "See the room and listen",
    "control-playback": "Play, pause, seek and skip",
    "add-tracks": "Add tracks",
    "arrange-own-entries": "Edit, move and remove one's own tracks",
    "arrange-any-entry": "Edit, move and remove any track",
    invite: "Invite people",
    "decide-requests": "Answer requests to join",
    "manage-members": "Change roles, remove anyone below",
    "change-settings": "Change the room's settings",
    "delete-room": "Delete the room",
    "transfer-ownership": "Hand the room over",
  } satisfies Record<RoomAction, string>,
  members: {
    title: "Letting in, removing, leaving",
    invite:
      "Participants and above let others in, as what they are themselves at most. Admins are made by admins and the owner.",
    remove:
      "You may remove only people you invited, and never the one who invited you. Admins and the owner remove anyone below them. Nobody removes the owner.",
    leave: "Anyone but the owner may leave.",
    role: "Admins and the owner change the role of anyone below them, up to their own.",
    transferOwnership: "The owner may hand the room over to any member, and stays as an admin.",
    ask: "Whoever has no role may ask to join, and again a day after a denial. Admins and the owner answer: with a role up to their own, or a denial.",
  },
  links: {
    title: "Invitation links",
    carries: "A link carries a role, a time and a number of uses, and can be revoked at any moment.",
    opens: "It leads into hidden rooms too, and past a password.",
    lapses: "It works for as long as whoever made it may give that role.",
  },
} as const;
