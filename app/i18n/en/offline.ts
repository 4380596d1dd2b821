/** The page without a connection. */
export const offline = {
  title: "Can't reach Tutti",
  text: "Check your connection. This page opens yours as soon as you're back online.",
  sound: "Nothing plays offline: rooms and their music come from the server.",
  uploads: "Unfinished uploads are kept. Open their room again to resume them.",
  rooms: "Your recent rooms will open as soon as you're back online.",
} as const;
