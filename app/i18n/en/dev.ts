export const dev = {
  title: "Development Tools",
  ui: "Components",
  uiText: "Every base component in its states, in the theme and language of this page.",
} as const;
