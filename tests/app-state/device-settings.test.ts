import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { deviceGain, parseDeviceSettings } from "#app/app-state/device-settings.ts";

const DEFAULTS = { name: null, role: "all", volume: 1, isLoudspeaker: false, keepsOutputAwake: false };
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
function openPage() {
  vi.resetModules();
  return import("#app/app-state/device-settings.ts");
}

it("settings that are missing or malformed get their defaults", () => {
  const malformed = { name: " ", role: "centre", volume: 1.5, isLoudspeaker: "yes", keepsOutputAwake: 1 };
  for (const value of [null, "nonsense", 7, [], {}, malformed]) {
    expect(parseDeviceSettings(value), JSON.stringify(value)).toEqual(DEFAULTS);
  }
});

it("a change applies at once and is there on the next page", async () => {
  const page = await openPage();
  page.setDeviceName("  Kitchen\u0000 ");
  page.setSpeakerRole("left");
  page.setDeviceVolume(7);
  const changed = { name: "Kitchen", role: "left", volume: 1 };
  expect(page.deviceSettings.get()).toMatchObject(changed);
  expect((await openPage()).deviceSettings.get()).toMatchObject(changed);
});

it("a name of which nothing is left is the default name", async () => {
  const page = await openPage();
  page.setDeviceName("Kitchen");
  page.setDeviceName("\u0007 ");
  expect(page.deviceSettings.get().name).toBeNull();
});

it("the volume of an earlier version is used until a volume is stored", async () => {
  items.set("volume", "0.4");
  const page = await openPage();
  expect(page.deviceSettings.get().volume).toBe(0.4);
  page.setDeviceVolume(0.9);
  expect((await openPage()).deviceSettings.get().volume).toBe(0.9);
});

it("a device is muted until its page is closed, by a known person", async () => {
  const page = await openPage();
  page.setDeviceMuted(true, "Ann");
  expect(page.deviceSettings.get()).toMatchObject({ isMuted: true, mutedBy: "Ann" });
  expect(deviceGain(page.deviceSettings.get())).toBe(0);
  page.setDeviceMuted(false);
  expect(page.deviceSettings.get()).toMatchObject({ isMuted: false, mutedBy: null });
  page.setDeviceMuted(true);
  page.changeDeviceSettings({ role: "mono" });
  expect(items.get("device-settings")).not.toContain("uted");
  expect((await openPage()).deviceSettings.get()).toMatchObject({ isMuted: false, role: "mono" });
});

it("a change does not overwrite other settings that another tab has stored", async () => {
  const page = await openPage();
  items.set("device-settings", JSON.stringify({ ...DEFAULTS, name: "Kitchen" }));
  page.setSpeakerRole("right");
  expect((await openPage()).deviceSettings.get()).toMatchObject({ name: "Kitchen", role: "right" });
});
