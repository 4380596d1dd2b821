import { createStore, type ReadableStore } from "#app/lib/store.ts";

/** Events of a device that explain what its sound did. */
export type DeviceLogKind =
  | "sound-on"
  | "sound-off"
  /** The browser has stopped the output, for example for a call. */
  | "interrupted"
  | "resumed"
  /** The value is the length of the sleep, ms. */
  | "asleep"
  /** Audio devices were added or removed. */
  | "output-changed"
  /** The sound goes to another output. */
  | "output-set"
  /** The output has gone or stopped without a message. The value is the time without a sound, ms, if it is known. */
  | "output-lost"
  /** The value is the number of these within a few seconds. */
  /** The offset of the output was corrected. The value is by how much, ms. */
  | "output-moved"
  | "underrun"
  | "jump"
  | "page-hidden"
  | "page-shown"
  | "connection-lost"
  | "connection-back"
  /** The value is the delay, ms. */
  | "delay-set"
  | "role-set";

export type DeviceLogEntry = {
  /** `Date.now()` */
  readonly atMs: number;
  readonly kind: DeviceLogKind;
  readonly value?: number;
};

const ENTRIES_MAX = 200;
/** Troubles, and changes of the delay, that follow each other within this time, ms, share an entry. */
const SAME_MS = 5000;

/** The latest events of this device, oldest first. They do not leave it. */
export class DeviceLog implements ReadableStore<readonly DeviceLogEntry[]> {
  readonly #entries = createStore<readonly DeviceLogEntry[]>([]);
  readonly get = this.#entries.get;
  readonly subscribe = this.#entries.subscribe;

  /** Adds an event. One drag of the slider for the delay causes many `delay-set`, of which the latest remains. */
  add(kind: DeviceLogKind, value?: number): void {
    const entry = { atMs: Date.now(), kind, ...(value === undefined ? {} : { value }) };
    const isSameChange = kind === "delay-set" && this.#isLatest(kind);
    this.#entries.update((entries) => [...(isSameChange ? entries.slice(0, -1) : entries.slice(1 - ENTRIES_MAX)), entry]);
  }

  /** Adds troubles of the player. Those of one moment share an entry, which counts them. */
  addCount(kind: "underrun" | "jump", count: number): void {
    const last = this.get().at(-1);
    if (!last || !this.#isLatest(kind)) return this.add(kind, count);
    this.#entries.update((entries) => [...entries.slice(0, -1), { ...last, value: (last.value ?? 0) + count }]);
  }

  #isLatest(kind: DeviceLogKind): boolean {
    const last = this.get().at(-1);
    return last?.kind === kind && Date.now() - last.atMs < SAME_MS;
  }
}
