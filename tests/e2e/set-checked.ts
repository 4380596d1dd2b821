import type { Locator } from "@playwright/test";
import { expect } from "./test.ts";

/**
 * Checks a checkbox, a switch or a radio button, or unchecks it, with the keyboard: the inputs are hidden behind their pictures, and a
 * click could miss one that moves.
 */
export async function setChecked(control: Locator, isChecked = true): Promise<void> {
  if ((await control.isChecked()) !== isChecked) await control.press("Space");
  await expect(control).toBeChecked({ checked: isChecked });
}
