import { createStore, type ReadableStore } from "#app/lib/store.ts";

/** A slider passes many values: one is sent when it has rested for this long, ms. */
export const REST_MS = 300;
/** A device reports its new value after the reply. Until then the control stays where the user has put it, ms. */
export const HOLD_MS = 4000;

export type RestedValueDeps<T> = {
  /** Resolves to false if the value was refused. */
  readonly send: (next: T) => Promise<boolean>;
  /** Runs a callback after a delay. Returns the function that cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
};

type Choice<T> = { readonly value: T };

/** A value that others report, and the one that a control shows in its place until the report confirms it. */
export class RestedValue<T> {
  readonly #deps: RestedValueDeps<T>;
  readonly #chosen = createStore<Choice<T> | null>(null);
  #reported: T;
  #unsent: Choice<T> | null = null;
  /** Sent, and neither reported nor refused yet. */
  #sent: Choice<T> | null = null;
  #cancel: () => void = () => undefined;

  constructor(reported: T, deps: RestedValueDeps<T>) {
    this.#reported = reported;
    this.#deps = deps;
  }

  /** The choice of the user. Null while the reported value counts. */
  get chosen(): ReadableStore<Choice<T> | null> {
    return this.#chosen;
  }

  /** Shows a value at once. It is sent after it has rested. @param restMs 0 sends it at once */
  choose(value: T, restMs = REST_MS): void {
    this.#unsent = { value };
    this.#chosen.set(this.#unsent);
    this.#cancel();
    if (restMs === 0) this.flush();
    else this.#cancel = this.#deps.after(restMs, this.flush);
  }

  receive(reported: T): void {
    this.#reported = reported;
    if (this.#sent?.value === reported) this.#sent = null;
    if (!this.#unsent && this.#chosen.get()?.value === reported) this.#chosen.set(null);
  }

  /** Sends a value that has not rested yet. */
  readonly flush = (): void => {
    const next = this.#unsent;
    if (!next) return;
    this.#cancel();
    this.#unsent = null;
    if (this.#sent && this.#sent.value === next.value) return this.#hold(next, this.#sent);
    // the report may be older than the value that was sent last
    if (!this.#sent && this.#reported === next.value) return this.#release(next);
    this.#sent = next;
    void this.#deliver(next);
  };

  /** Sends a value that has not rested yet, and forgets the choice. */
  close(): void {
    this.flush();
    this.#cancel();
    this.#sent = null;
    this.#chosen.set(null);
  }

  async #deliver(next: Choice<T>): Promise<void> {
    const isAccepted = await this.#deps.send(next.value);
    if (!isAccepted) return this.#release(next);
    // a later value has its own timer
    if (this.#sent === next && !this.#unsent) this.#hold(next, next);
  }

  #hold(shown: Choice<T>, sent: Choice<T>): void {
    this.#cancel = this.#deps.after(HOLD_MS, () => {
      if (this.#sent === sent) this.#sent = null;
      this.#release(shown);
    });
  }

  #release(choice: Choice<T>): void {
    if (this.#sent === choice) this.#sent = null;
    if (this.#chosen.get() === choice) this.#chosen.set(null);
  }
}
