/** The play history of a room. */
export const history = {
  title: "History",
  empty: "Nothing has played yet",
  emptyText: "Tracks played in this room appear here, with the person who added them.",
  addedBy: "Added by {{name}}",
  at: "Played at {{time}}",
  addAgain: "Add again",
  addAgainNamed: "Add again: {{title}}",
  notYours: "This track isn't in your library",
  more: "Load more",
  loading: "Loading the history",
  retry: "Retry",
} as const;
