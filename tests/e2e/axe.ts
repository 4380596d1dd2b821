import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";

const AXE = readFileSync(new URL("../../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

type Axe = {
  run(
    context: Document | readonly Element[],
    options: object,
  ): Promise<{ violations: readonly { id: string; nodes: readonly { target: readonly string[] }[] }[] }>;
};

/**
 * Accessibility violations that axe finds in the open dialogs, or on the page if there are none, as `rule: selector`. Menus and
 * popovers have the role of a dialog too. Waits for running transitions to end: the colors between two states are not part of the design.
 */
export async function findViolations(page: Page): Promise<readonly string[]> {
  await page.waitForFunction(() => {
    // those of scripts follow the position in a track: they last as long as the track and change no color
    const ofStyles = document
      .getAnimations()
      .filter((animation) => animation instanceof CSSAnimation || animation instanceof CSSTransition);
    return ofStyles.every(({ playState, effect }) => {
      return playState !== "running" || effect?.getComputedTiming().endTime === Infinity;
    });
  });
  // React Aria shows a dialog with a focused field only once the visual viewport is still
  await page.waitForFunction(() =>
    [...document.querySelectorAll("[role=dialog], [role=alertdialog]")].every((dialog) =>
      dialog.checkVisibility({ opacityProperty: true }),
    ),
  );
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: Axe };
    // the page below a dialog is a state of its own
    const dialogs = [...document.querySelectorAll("[role=dialog], [role=alertdialog]")];
    // the details of what passes take most of the time; the only style sheets are the page's own
    const options = { resultTypes: ["violations"], preload: false };
    const { violations } = await axe.run(dialogs.length > 0 ? dialogs : document, options);
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
  });
}
