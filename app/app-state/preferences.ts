import { createStore } from "#app/lib/store.ts";
import { useStore } from "#app/lib/use-store.ts";

/** Settings of this browser. They are never sent to the server. */
export type Preferences = {
  /** Show a notice when a person requests access to a room. */
  readonly requestNotices: boolean;
  /** Play a click when this device joins the playback. */
  readonly soundEffects: boolean;
};
export type PreferenceName = keyof Preferences;

const KEY = "preferences";
const DEFAULTS: Preferences = { requestNotices: true, soundEffects: false };

const preferences = createStore(loadPreferences());

if (typeof window !== "undefined") window.addEventListener("storage", () => preferences.set(loadPreferences()));

export function readPreference(name: PreferenceName): boolean {
  return preferences.get()[name];
}

export function usePreference(name: PreferenceName): boolean {
  return useStore(preferences, DEFAULTS)[name];
}

export function setPreference(name: PreferenceName, isOn: boolean): void {
  const next = { ...preferences.get(), [name]: isOn };
  preferences.set(next);
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // storage is full or forbidden: the setting lasts until the page is closed
  }
}

/** Missing and malformed settings get their defaults. */
export function parsePreferences(json: string | null): Preferences {
  try {
    const raw: unknown = JSON.parse(json ?? "null");
    const stored: Partial<Record<PreferenceName, unknown>> = typeof raw === "object" && raw !== null ? raw : {};
    const read = (name: PreferenceName) => (typeof stored[name] === "boolean" ? stored[name] : DEFAULTS[name]);
    return { requestNotices: read("requestNotices"), soundEffects: read("soundEffects") };
  } catch {
    // not JSON
    return DEFAULTS;
  }
}

function loadPreferences(): Preferences {
  try {
    return parsePreferences(localStorage.getItem(KEY));
  } catch {
    // storage is forbidden, or this is the server
    return DEFAULTS;
  }
}
