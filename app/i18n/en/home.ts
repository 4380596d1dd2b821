export const home = {
  intro: {
    title: "One\u00a0playlist. Every\u00a0device. The\u00a0same\u00a0instant.",
    text: "Open a room, add your music, and hear it together: on every phone and laptop, as if it were one.",
    register: "Create an account",
  },
  create: "Create room",
  quiet: "Quiet",
  here_one: "{{count}} person here",
  here_other: "{{count}} people here",
  noDescription: "No description",
  owned: "You own this room",
  empty: {
    title: "No rooms yet",
    text: "A room keeps its playlist even when nobody is in it. Make one and send the link.",
  },
  count_one: "{{count}} room",
  count_other: "{{count}} rooms",
  newRoom: {
    title: "Create a room",
    text: "Give it a name. You can add a description, a password and people later.",
    name: "Room name",
    placeholder: "Name your room",
    address: "Address: {{host}}/room/",
  },
} as const;
