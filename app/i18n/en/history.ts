/** The play history of a room. */
export const history = {
  title: "History",
  empty: "Nothing has played yet",
  emptyText: "Tracks that have played in this room are listed here, with the person who added them.",
  addedBy: "Added by {{name}}",
  at: "Played at {{time}}",
  addAgain: "Add again",
  addAgainNamed: "Add again: {{title}}",
  added: "{{title}} is in the playlist again",
  notYours: "This track is not in your library",
  more: "Load more",
  loading: "Loading the history",
  retry: "Retry",
} as const;
