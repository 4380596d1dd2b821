import { THEME_COOKIE } from "#app/protocol/http.ts";

export const THEMES = ["light", "dark", "black", "system"] as const;
/** What somebody chose; `system` follows the device. */
export type ThemeChoice = (typeof THEMES)[number];

export function isThemeChoice(value: unknown): value is ThemeChoice {
  return (THEMES as readonly unknown[]).includes(value);
}

/** Runs before the page is painted, so that it never flashes in the wrong theme; and again when the device changes. */
export const THEME_SCRIPT = `(() => {
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => { root.dataset.theme = root.dataset.choice === "system" ? (dark.matches ? "dark" : "light") : root.dataset.choice; };
  dark.addEventListener("change", apply);
  new MutationObserver(apply).observe(root, { attributeFilter: ["data-choice"] });
  apply();
})();`;

const COOKIE_SECONDS = 365 * 24 * 60 * 60;

/** Takes effect at once, and on the next visit from the first paint on. */
export function chooseTheme(choice: ThemeChoice): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox
  document.cookie = `${THEME_COOKIE}=${choice}; Path=/; Max-Age=${COOKIE_SECONDS}; SameSite=Lax`;
  document.documentElement.dataset.choice = choice;
}
