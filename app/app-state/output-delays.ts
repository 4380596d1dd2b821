import { createStoredValue, readJson, storeJson } from "#app/lib/local-storage.ts";
import { createStore, type ReadableStore } from "#app/lib/store.ts";
import { type AudioOutput, listOutputs, type MediaDevice, SYSTEM_OUTPUT } from "./audio-outputs.ts";
import { findDelay, parseStoredDelays, type StoredDelay, withDelay, withNamedSystem } from "./stored-delays.ts";

/** The part of `navigator.mediaDevices` that is used. `selectAudioOutput` exists in some browsers only. */
export type OutputDevices = {
  enumerateDevices(): Promise<readonly MediaDevice[]>;
  addEventListener(type: "devicechange", listener: () => void): void;
  removeEventListener(type: "devicechange", listener: () => void): void;
  selectAudioOutput?(): Promise<MediaDevice>;
};

/** Plays through a chosen output. The engine is one. */
export type OutputSink = {
  readonly canSetSink: boolean;
  /** The output that plays. It changes, too, when that output has gone. */
  readonly sinkId: ReadableStore<string>;
  /** @param sinkId empty for the system's output; rejects with the browser's error */
  setSink(sinkId: string): Promise<void>;
};

const DELAYS_KEY = "output-delays";
/** The key under which earlier versions stored one delay for all outputs. */
const SINGLE_DELAY_KEY = "output-adjustment-ms";
const SINK_KEY = "audio-output";

/** The outputs of this device, the one that plays, and their delays. */
export class OutputDelays {
  readonly #devices: () => OutputDevices | undefined;
  readonly #list = createStore<readonly AudioOutput[]>([SYSTEM_OUTPUT]);
  readonly #current = createStore<AudioOutput>(SYSTEM_OUTPUT);
  readonly #canChoose = createStore(false);
  /** All tabs share the delays, because they are about the loudspeakers. */
  readonly #stored = createStoredValue(DELAYS_KEY, (value) => parseStoredDelays(value, readJson(SINGLE_DELAY_KEY)));
  /** The delays that last until the page is closed; they come before the stored ones. */
  readonly #temporary = createStore<readonly StoredDelay[]>([]);
  #sink: OutputSink | null = null;
  /** The chosen output. It is used while it is there. */
  #wantedSinkId = parseSinkId(readJson(SINK_KEY));

  /** @param devices undefined where the browser has none, such as without a secure connection */
  constructor(devices: () => OutputDevices | undefined) {
    this.#devices = devices;
  }

  /** The system's output first. The others are missing while the browser does not name them. */
  get list(): ReadableStore<readonly AudioOutput[]> {
    return this.#list;
  }

  get current(): ReadableStore<AudioOutput> {
    return this.#current;
  }

  /** Whether `choose` works here. */
  get canChoose(): ReadableStore<boolean> {
    return this.#canChoose;
  }

  /** Whether the browser has a list of outputs of its own. It names those that it does not name otherwise. */
  get canSelect(): boolean {
    return this.#canChoose.get() && this.#devices()?.selectAudioOutput !== undefined;
  }

  /** By how much the current output sounds late without the browser knowing it, whole ms; negative if it sounds early. */
  readonly delayMs: ReadableStore<number> = {
    get: () => {
      const { key } = this.#current.get();
      return findDelay((this.#isTemporary(key) ? this.#temporary : this.#stored).get(), key);
    },
    subscribe: (listener) => {
      const stops = [this.#stored, this.#temporary, this.#current].map((store) => store.subscribe(listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
  };

  /** Sets the delay of the current output. @param delayMs is rounded and limited */
  readonly setDelay = (delayMs: number): void => {
    const { key, sinkId } = this.#current.get();
    this.#setStored(withDelay(this.#stored.get(), { key, delayMs, isSystem: sinkId === "" }));
    if (this.#isTemporary(key)) this.#temporary.update((delays) => delays.filter((one) => one.key !== key));
  };

  /** Sets the delay of the current output until the page is closed. @param delayMs is rounded and limited */
  readonly setTemporaryDelay = (delayMs: number): void => {
    const { key, sinkId } = this.#current.get();
    this.#temporary.update((delays) => withDelay(delays, { key, delayMs, isSystem: sinkId === "" }));
  };

  /** Plays through an output and stores the choice. False if the browser refuses it. */
  readonly choose = async (sinkId: string): Promise<boolean> => {
    if (!(await this.#setSink(sinkId))) return false;
    this.#wantedSinkId = sinkId;
    storeJson(SINK_KEY, sinkId);
    return true;
  };

  /** Lets the user choose in the browser's own list. False if nothing was chosen. Must be called during a user gesture. */
  readonly select = async (): Promise<boolean> => {
    const chosen = await this.#devices()
      ?.selectAudioOutput?.()
      .catch(() => null);
    if (!chosen) return false;
    await this.refresh();
    return this.choose(chosen.deviceId);
  };

  /** Follows the outputs of this device. Returns the function that stops it. */
  watch(onDeviceChange: () => void): () => void {
    const devices = this.#devices();
    const handleChange = () => {
      onDeviceChange();
      void this.refresh();
    };
    devices?.addEventListener("devicechange", handleChange);
    void this.refresh();
    return () => devices?.removeEventListener("devicechange", handleChange);
  }

  /** Chooses the output of a sink. Returns the function that releases it. */
  attachSink(sink: OutputSink): () => void {
    this.#sink = sink;
    this.#canChoose.set(sink.canSetSink);
    const stopFollowing = sink.sinkId.subscribe(() => this.#updateCurrent());
    void this.refresh();
    return () => {
      stopFollowing();
      if (this.#sink !== sink) return;
      this.#sink = null;
      this.#canChoose.set(false);
    };
  }

  /** Lists the outputs again: their names are known after the user has allowed the microphone. */
  async refresh(): Promise<void> {
    // browsers that refuse the list play through the system's output
    const devices = await this.#devices()
      ?.enumerateDevices()
      .catch(() => []);
    this.#list.set(listOutputs(devices ?? []));
    await this.#followWanted();
    this.#updateCurrent();
  }

  /** Returns to the chosen output when it is there again. */
  async #followWanted(): Promise<void> {
    const isThere = this.#list.get().some(({ sinkId }) => sinkId === this.#wantedSinkId);
    if (isThere && this.#wantedSinkId !== this.#sink?.sinkId.get()) await this.#setSink(this.#wantedSinkId);
  }

  async #setSink(sinkId: string): Promise<boolean> {
    if (!this.#sink?.canSetSink) return false;
    try {
      await this.#sink.setSink(sinkId);
      return true;
    } catch {
      // not allowed, or it has gone: the previous output stays
      return false;
    }
  }

  #updateCurrent(): void {
    const sinkId = this.#sink?.sinkId.get() ?? "";
    const listed = this.#list.get().find((output) => output.sinkId === sinkId);
    const next = listed ?? { key: sinkId, name: null, sinkId };
    if (sinkId === "") this.#nameSystem(next.key);
    const current = this.#current.get();
    if (next.key !== current.key || next.name !== current.name || sinkId !== current.sinkId) this.#current.set(next);
  }

  #isTemporary(key: string): boolean {
    return this.#temporary.get().some((one) => one.key === key);
  }

  #nameSystem(key: string): void {
    this.#setStored(withNamedSystem(this.#stored.get(), key));
    this.#temporary.update((delays) => withNamedSystem(delays, key));
  }

  #setStored(delays: readonly StoredDelay[]): void {
    if (delays !== this.#stored.get()) this.#stored.set(delays);
  }
}

function parseSinkId(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The outputs of this browser. */
export const outputDelays = new OutputDelays(() => (typeof navigator === "undefined" ? undefined : navigator.mediaDevices));
