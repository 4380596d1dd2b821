import type { RoomAction } from "#app/domain/access/permissions.ts";

export const help = {
  table: {
    title: "Who can do what",
    text: "Spectators are signed in but have no role in the room; guests aren't signed in. Requested and denied aren't roles and give no extra rights. If a room has a password, everyone without a role has to enter it.",
    what: "In a room",
    yes: "yes",
    no: "no",
    opening:
      "A room's settings can let more people take part: everyone in the room can control playback, guests included; everyone signed in can add tracks, and edit, move and remove the ones they added.",
  },
  action: {
    listen: "See the room and listen",
    "read-chat": "Read the chat",
    "write-chat": "Write in the chat",
    "control-playback": "Play, pause, seek and skip",
    "skip-without-vote": "Skip tracks without a vote",
    "add-tracks": "Add tracks",
    "arrange-own-entries": "Edit, move and remove your own tracks",
    "arrange-any-entry": "Edit, move and remove any track",
    invite: "Invite people",
    "decide-requests": "Answer requests to join",
    "manage-members": "Change roles and remove members ranked below you",
    "moderate-chat": "Moderate the chat",
    "change-settings": "Change the room's settings",
    "see-log": "See the room log and set the playlist back",
    "delete-room": "Delete the room",
    "transfer-ownership": "Transfer the room",
  } satisfies Record<RoomAction, string>,
  members: {
    title: "Inviting, removing, leaving",
    invite:
      "Participants and above can invite others, with a role up to their own. Only admins and the owner can appoint admins.",
    remove:
      "You can remove only people you invited, and never the person who invited you. Admins and the owner can remove anyone below them. The owner can't be removed.",
    leave: "Anyone except the owner can leave.",
    role: "Admins and the owner can change the role of anyone below them, up to their own.",
    transferOwnership: "The owner can transfer the room to any member and stays as an admin.",
    ask: "Anyone without a role can ask to join, and ask again a day after being denied. Admins and the owner approve a request with a role up to their own, or deny it.",
  },
  links: {
    title: "Invitation links",
    properties: "A link has a role, an expiry date and a number of uses. It can be revoked at any time.",
    access: "It also opens hidden rooms, and no password is needed.",
    validity: "It works as long as the person who created it can give that role.",
  },
} as const;
