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
    "manage-devices": "Mute and adjust any device",
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
  devices: {
    title: "Several devices as one sound system",
    own: "“Devices” in a room lists every device in it and how well each one keeps time. Where you are signed in, you can rename, mute, adjust and disconnect your devices from any of them.",
    manage:
      "Admins and the owner can mute any device, choose what it plays, set its delay and play test sounds on it. They can also mute the whole room.",
    together:
      "The volume of all devices moves them together and keeps their balance. Everyone who controls playback can change it.",
    roles:
      "A device can play everything, one channel, both channels mixed, only the bass or everything but the bass. Two of your devices become left and right with one press.",
    delay:
      "Bluetooth speakers and TVs sound late, and browsers don't know by how much. Set the delay by hand, by tapping to a beat, or by microphone. It is remembered for each output.",
    microphone:
      "For the microphone, one device listens while the others play a quiet chirp in turn. The recording never leaves the device, and you see the result before it is applied.",
    check: "The metronome plays the same beat on every device: if they are in time, you hear one click.",
  },
} as const;
