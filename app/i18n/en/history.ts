/** What has played in a room. */
export const history = {
  title: "History",
  empty: "Nothing has played yet",
  emptyText: "What plays in this room is kept here, with who added it.",
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
