import { THEME_COOKIE } from "#app/protocol/http.ts";

export const THEMES = ["light", "dark", "black", "system"] as const;
/** The selected theme. `system` follows the device's setting. */
export type ThemeChoice = (typeof THEMES)[number];

export function isThemeChoice(value: unknown): value is ThemeChoice {
  return (THEMES as readonly unknown[]).includes(value);
}

/** An inline script that applies the theme before the first paint, and again when the choice or the device setting changes. */
export const THEME_SCRIPT = `(() => {
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => { root.dataset.theme = root.dataset.choice === "system" ? (dark.matches ? "dark" : "light") : root.dataset.choice; };
  dark.addEventListener("change", apply);
  new MutationObserver(apply).observe(root, { attributeFilter: ["data-choice"] });
  apply();
})();`;

const COOKIE_SECONDS = 365 * 24 * 60 * 60;

/** Applies a theme and stores it in a cookie, from which the server renders the next page. */
export function setTheme(choice: ThemeChoice): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox
  document.cookie = `${THEME_COOKIE}=${choice}; Path=/; Max-Age=${COOKIE_SECONDS}; SameSite=Lax`;
  document.documentElement.dataset.choice = choice;
}
