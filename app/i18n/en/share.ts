/** The page that adds to a room what another app has shared. */
export const share = {
  shared: "Shared with Tutti",
  choose: "Which room?",
  discard: "Discard",
  noRoom: {
    title: "No room to add to yet",
    text: "Create a room first. What you shared stays on this page for a day.",
  },
  nothing: {
    title: "Nothing to add",
    text: "Share an audio file or a link with Tutti from another app, then choose a room here.",
  },
  missed: {
    title: "Nothing arrived",
    text: "Open Tutti once in this browser, then share again. You can also add tracks in a room.",
  },
} as const;
