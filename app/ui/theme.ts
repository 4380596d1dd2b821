import { toPreferenceCookie } from "#app/lib/preference-cookie.ts";
import { THEME_COOKIE } from "#app/protocol/http.ts";

export const THEMES = ["light", "dark", "black", "system"] as const;
/** The selected theme. `system` follows the device's setting. */
export type ThemeChoice = (typeof THEMES)[number];

export function isThemeChoice(value: unknown): value is ThemeChoice {
  return (THEMES as readonly unknown[]).includes(value);
}

/** The background of each theme (`--bg` in colors.css), with which browsers and systems color what surrounds the page. */
export const THEME_COLORS: Record<Exclude<ThemeChoice, "system">, string> = {
  light: "oklch(0.976 0.004 110)",
  dark: "oklch(0.168 0.005 118)",
  black: "oklch(0 0 0)",
};

/**
 * An inline script that applies the theme before the first paint, and again when the choice or the device setting changes. It
 * comes after the meta element of the color.
 */
export const THEME_SCRIPT = `(() => {
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const colors = ${JSON.stringify(THEME_COLORS)};
  const apply = () => {
    root.dataset.theme = root.dataset.choice === "system" ? (dark.matches ? "dark" : "light") : root.dataset.choice;
    document.querySelector("meta[name=theme-color]")?.setAttribute("content", colors[root.dataset.theme]);
  };
  dark.addEventListener("change", apply);
  new MutationObserver(apply).observe(root, { attributeFilter: ["data-choice"] });
  apply();
})();`;

const COOKIE_SECONDS = 365 * 24 * 60 * 60;

/** Applies a theme and stores it in a cookie, from which the server renders the next page. */
export function setTheme(choice: ThemeChoice): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox
  document.cookie = toPreferenceCookie({
    name: THEME_COOKIE,
    value: choice,
    maxAgeSec: COOKIE_SECONDS,
    url: location.href,
  });
  document.documentElement.dataset.choice = choice;
}
