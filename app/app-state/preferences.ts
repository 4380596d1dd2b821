import { useSyncExternalStore } from "react";

/** What somebody has chosen for this device; it never leaves it. */
export type Preferences = {
  /** Notices of those who ask to join. */
  readonly requestNotices: boolean;
  /** A click on joining the sound. */
  readonly soundEffects: boolean;
};
export type PreferenceName = keyof Preferences;

const KEY = "preferences";
const DEFAULTS: Preferences = { requestNotices: true, soundEffects: false };

const listeners = new Set<() => void>();

export function readPreference(name: PreferenceName): boolean {
  return parsePreferences(stored())[name];
}

export function usePreference(name: PreferenceName): boolean {
  return useSyncExternalStore(
    subscribe,
    () => readPreference(name),
    () => DEFAULTS[name],
  );
}

export function choosePreference(name: PreferenceName, isOn: boolean): void {
  const next = { ...parsePreferences(stored()), [name]: isOn };
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // a browser that keeps nothing has the defaults
  }
  for (const listener of listeners) listener();
}

/** What is missing, or is not ours, is as it is by default. */
export function parsePreferences(text: string | null): Preferences {
  try {
    const raw: unknown = JSON.parse(text ?? "null");
    const given: Partial<Record<PreferenceName, unknown>> = typeof raw === "object" && raw !== null ? raw : {};
    const read = (name: PreferenceName) => (typeof given[name] === "boolean" ? given[name] : DEFAULTS[name]);
    return { requestNotices: read("requestNotices"), soundEffects: read("soundEffects") };
  } catch {
    // not ours
    return DEFAULTS;
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    // a browser may forbid to look
    return null;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}
