import { expect, it } from "vitest";
import { hasModifier } from "#app/ui/shortcuts.ts";

const NONE = { ctrlKey: false, metaKey: false, altKey: false };

it("Ctrl, Cmd and Alt make a key another shortcut, and Shift does not", () => {
  expect(hasModifier(NONE)).toBe(false);
  expect(hasModifier({ ...NONE, shiftKey: true } as typeof NONE)).toBe(false);
  for (const name of ["ctrlKey", "metaKey", "altKey"] as const) expect(hasModifier({ ...NONE, [name]: true }), name).toBe(true);
});
