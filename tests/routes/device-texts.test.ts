import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { deviceSettings, setDeviceMuted } from "#app/app-state/device-settings.ts";
import { createI18n, translateWith } from "#app/i18n/create-i18n.ts";
import { room as english } from "#app/i18n/en/room.ts";
import { room as russian } from "#app/i18n/ru/room.ts";
import { formatDeviceName, showRemoteChange } from "#app/routes/room/device-texts.ts";
import { dismissAllNotices, notices } from "#app/ui/notice-store.ts";

const en = translateWith(createI18n("en", { room: english }), "room");
const ru = translateWith(createI18n("ru", { room: russian }), "room");
const shown = () =>
  notices.view
    .get()
    .visible.filter(({ isLeaving }) => !isLeaving)
    .map(({ title }) => title);

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  dismissAllNotices();
  vi.runAllTimers();
  vi.useRealTimers();
  setDeviceMuted(false);
});

describe("the default name of a device", () => {
  it.each([
    ["Ann's iPhone", en, "phone", "iPhone", "Ann"],
    ["iPhone, Анна", ru, "phone", "iPhone", "Анна"],
    ["Ann's computer", en, "computer", null, "Ann"],
    ["Телевизор, Анна", ru, "television", null, "Анна"],
    ["iPad", en, "tablet", "iPad", null],
    ["Телефон", ru, "phone", null, null],
  ] as const)("is %s", (expected, t, kind, model, name) => {
    expect(formatDeviceName(t, { kind, model }, name)).toBe(expected);
  });
});

describe("a change by another device", () => {
  it("names the person and each setting, except the volume", () => {
    showRemoteChange(en, { by: "Ann", change: { name: "Hall", role: "left", delayMs: 120, volume: 0.5 } }, "en");
    expect(shown()).toEqual([
      "Ann renamed this device: Hall",
      "Ann changed which part of the sound this device plays",
      "Ann set the delay of this device to 120 ms",
    ]);
  });

  it("offers to unmute, and says when another device does it", () => {
    setDeviceMuted(true, "Ann");
    showRemoteChange(en, { by: "Ann", change: { isMuted: true } }, "en");
    const [notice] = notices.view.get().visible;
    expect(notice?.title).toBe("Ann muted this device");
    notice?.actions[0]?.onPress();
    expect(deviceSettings.get().isMuted).toBe(false);
    expect(shown()).toEqual([]);
    showRemoteChange(en, { by: "Ann", change: { isMuted: false } }, "en");
    expect(shown()).toEqual(["Ann unmuted this device"]);
  });

  it("ends the notice when the device is unmuted in its player", () => {
    setDeviceMuted(true, "Ann");
    showRemoteChange(en, { by: "Ann", change: { isMuted: true } }, "en");
    setDeviceMuted(true, "Bob");
    showRemoteChange(en, { by: "Bob", change: { isMuted: true } }, "en");
    expect(shown()).toEqual(["Bob muted this device"]);
    setDeviceMuted(false);
    expect(shown()).toEqual([]);
  });

  it("does not name a guest without a name", () => {
    showRemoteChange(ru, { by: null, change: { isMuted: true } }, "ru");
    expect(shown()).toEqual(["Звук здесь выключили с другого устройства (гость)"]);
  });
});
