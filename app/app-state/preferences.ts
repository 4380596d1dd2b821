import { createStoredValue } from "#app/lib/local-storage.ts";
import { useStore } from "#app/lib/use-store.ts";

/** Settings of this browser. They are never sent to the server. */
export type Preferences = {
  /** Show a notice when a person requests access to a room. */
  readonly requestNotices: boolean;
  /** Play a click when this device joins the playback. */
  readonly soundEffects: boolean;
  /** Let the single-character keys of a room act (WCAG 2.1.4). */
  readonly keyboardShortcuts: boolean;
};
export type PreferenceName = keyof Preferences;

const DEFAULTS: Preferences = { requestNotices: true, soundEffects: false, keyboardShortcuts: true };

const preferences = createStoredValue("preferences", parsePreferences);

export function readPreference(name: PreferenceName): boolean {
  return preferences.get()[name];
}

export function usePreference(name: PreferenceName): boolean {
  return useStore(preferences, DEFAULTS)[name];
}

export function setPreference(name: PreferenceName, isOn: boolean): void {
  preferences.set({ ...preferences.get(), [name]: isOn });
}

/** Missing and malformed settings get their defaults. */
export function parsePreferences(value: unknown): Preferences {
  const stored: Partial<Record<PreferenceName, unknown>> = typeof value === "object" && value !== null ? value : {};
  const read = (name: PreferenceName) => (typeof stored[name] === "boolean" ? stored[name] : DEFAULTS[name]);
  return {
    requestNotices: read("requestNotices"),
    soundEffects: read("soundEffects"),
    keyboardShortcuts: read("keyboardShortcuts"),
  };
}
