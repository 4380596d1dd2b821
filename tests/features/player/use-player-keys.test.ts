import type { KeyboardEvent } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { setPreference } from "#app/app-state/preferences.ts";
import { handlePlayerKey, handleSpaceKey } from "#app/features/player/use-player-keys.ts";
import { buildPlaylist } from "#tests/support/builders.ts";
import { createMemoryStorage } from "#tests/support/memory-storage.ts";

class FakeElement {
  readonly isText: boolean;
  readonly isContentEditable = false;
  constructor(isText = false) {
    this.isText = isText;
  }
  matches(): boolean {
    return this.isText;
  }
}
class FakeInput extends FakeElement {
  readonly type = "text";
}

const BODY = new FakeElement();
const [ENTRY] = buildPlaylist(1);

let events: unknown[];

beforeEach(() => {
  events = [];
  vi.stubGlobal("HTMLElement", FakeElement);
  vi.stubGlobal("HTMLInputElement", FakeInput);
  vi.stubGlobal("document", { body: BODY, documentElement: new FakeElement() });
  vi.stubGlobal("localStorage", createMemoryStorage());
  setPreference("keyboardShortcuts", true);
});
afterEach(() => {
  setPreference("keyboardShortcuts", true);
  vi.unstubAllGlobals();
});

type Press = { readonly target?: FakeElement; readonly repeat?: boolean; readonly ctrlKey?: boolean };

const createEvent = (code: string, press: Press) => ({
  ...{ code, target: BODY, repeat: false, ctrlKey: false, metaKey: false, altKey: false, preventDefault: vi.fn() },
  ...press,
});
const record = (name: string) => () => void events.push(name);

/** Presses a letter in the player, at 60 s of a track. Returns whether the player has used it. */
function pressLetter(code: string, { canControl = true, ...press }: Press & { readonly canControl?: boolean } = {}) {
  const event = createEvent(code, press);
  const player = {
    ...{ canControl, positionMs: () => 60_000, seek: (ms: number) => void events.push(["seek", ms]) },
    ...{ next: record("next"), previous: record("previous"), resync: record("resync") },
  };
  // the parts of an event that the handler uses
  handlePlayerKey(event as unknown as KeyboardEvent, player, { toggleMute: record("mute") });
  return event.preventDefault.mock.calls.length > 0;
}

type Playing = { readonly canControl?: boolean; readonly state?: "connect" | "ready"; readonly hasEntry?: boolean };

function pressSpace({ canControl = true, state = "ready", hasEntry = true, ...press }: Press & Playing = {}, code = "Space") {
  const event = createEvent(code, press);
  const entry = hasEntry ? ENTRY : undefined;
  const player = { canControl, entry, state, togglePlay: record("toggle"), listen: record("listen") };
  // the parts of an event that the handler uses
  handleSpaceKey(event as unknown as globalThis.KeyboardEvent, player);
  return event.preventDefault.mock.calls.length > 0;
}

describe("the letters of the player", () => {
  it.each([
    ["KeyJ", ["seek", 50_000]],
    ["KeyL", ["seek", 70_000]],
    ["KeyP", "previous"],
    ["KeyN", "next"],
    ["KeyM", "mute"],
    ["KeyR", "resync"],
  ])("%s controls it, in any keyboard layout", (code, event) => {
    expect(pressLetter(code)).toBe(true);
    expect(events).toEqual([event]);
  });

  it("change only this device for a person who may not control the room", () => {
    for (const code of ["KeyJ", "KeyL", "KeyP", "KeyN"]) expect(pressLetter(code, { canControl: false })).toBe(false);
    for (const code of ["KeyM", "KeyR"]) expect(pressLetter(code, { canControl: false })).toBe(true);
    expect(events).toEqual(["mute", "resync"]);
  });

  it("repeat while they are held down if they move within the track", () => {
    for (const code of ["KeyJ", "KeyN", "KeyM"]) expect(pressLetter(code, { repeat: true })).toBe(true);
    expect(events).toEqual([["seek", 50_000]]);
  });

  it("are left to a text field, to the browser's own shortcuts, and to nothing", () => {
    expect(pressLetter("KeyN", { target: new FakeInput() })).toBe(false);
    expect(pressLetter("KeyN", { target: new FakeElement(true) })).toBe(false);
    expect(pressLetter("KeyN", { ctrlKey: true })).toBe(false);
    expect(pressLetter("KeyX")).toBe(false);
    expect(events).toEqual([]);
  });
});

describe("the space key", () => {
  it("plays and pauses, or starts the sound of this device first", () => {
    pressSpace();
    pressSpace({ state: "connect" });
    pressSpace({ state: "connect", canControl: false });
    expect(events).toEqual(["toggle", "listen", "listen"]);
  });

  it("does not scroll the page either where it does nothing, and is one press however long it is held", () => {
    expect([pressSpace({ canControl: false }), pressSpace({ repeat: true })]).toEqual([true, true]);
    expect(events).toEqual([]);
  });

  it("is left to controls, to other shortcuts, and to a page that plays nothing", () => {
    expect(pressSpace({ target: new FakeElement() })).toBe(false);
    expect(pressSpace({ ctrlKey: true })).toBe(false);
    expect(pressSpace({ hasEntry: false })).toBe(false);
    expect(pressSpace({}, "KeyA")).toBe(false);
    expect(events).toEqual([]);
  });
});

it("a person can switch the keys of the player off (WCAG 2.1.4)", () => {
  setPreference("keyboardShortcuts", false);
  expect([pressLetter("KeyN"), pressSpace(), events]).toEqual([false, false, []]);
});
