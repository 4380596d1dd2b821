import { afterEach, beforeEach, expect, it, vi } from "vitest";

let items: Map<string, string>;

beforeEach(() => {
  items = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

/** The settings of a new page. */
async function openPage() {
  vi.resetModules();
  const { applyDeviceChange } = await import("#app/features/devices/apply-device-change.ts");
  const { deviceSettings } = await import("#app/app-state/device-settings.ts");
  const { outputDelays } = await import("#app/app-state/output-delays.ts");
  const read = () => ({ role: deviceSettings.get().role, delayMs: outputDelays.delayMs.get() });
  return { apply: applyDeviceChange, read };
}

const CHANGE = { role: "left", delayMs: 120 } as const;

it("the role and the delay that another person sets last until the page is closed", async () => {
  const { apply, read } = await openPage();
  apply({ role: "mono", delayMs: 30 }, null);
  expect(apply(CHANGE, { by: "Bob", isOwn: false })).toEqual(CHANGE);
  expect(read()).toEqual(CHANGE);
  // other settings are stored without the role
  apply({ name: "Kitchen" }, null);
  expect((await openPage()).read()).toEqual({ role: "mono", delayMs: 30 });
});

it("a change by the device's own user is stored", async () => {
  const { apply, read } = await openPage();
  apply({ delayMs: 50 }, { by: "Bob", isOwn: false });
  apply(CHANGE, { by: "Ann", isOwn: true });
  expect(read()).toEqual(CHANGE);
  expect((await openPage()).read()).toEqual(CHANGE);
});
