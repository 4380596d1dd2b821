import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { THEME_COLORS } from "#app/ui/theme.ts";

it("the color around the page is the background of each theme", () => {
  const css = readFileSync("app/ui/tokens/colors.css", "utf8");
  for (const [theme, color] of Object.entries(THEME_COLORS)) {
    const block = css.slice(css.indexOf(`[data-theme="${theme}"] {`));
    expect(/--bg: ([^;]+);/.exec(block)?.[1], theme).toBe(color);
  }
});
