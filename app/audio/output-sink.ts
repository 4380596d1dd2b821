import { createStore, type ReadableStore } from "#app/lib/store.ts";
import type { DeviceLog } from "./device-log.ts";
import type { PlayerNode } from "./player-node.ts";

/** The output that the system has chosen. */
const SYSTEM_SINK = "";

type OutputSinkDeps = {
  readonly player: Pick<PlayerNode, "setSink">;
  readonly log: DeviceLog;
  /** Runs an operation for which the browser may stop the output for a moment. */
  readonly keepRunning: (operate: () => Promise<void>) => Promise<void>;
  /** Called after the sound has moved to another output. */
  readonly onChange: () => void;
};

/** The output that the sound goes to. If a chosen one is removed, the system's takes its place. */
export class OutputSink {
  readonly #deps: OutputSinkDeps;
  readonly #id = createStore(SYSTEM_SINK);

  constructor(deps: OutputSinkDeps) {
    this.#deps = deps;
  }

  get id(): ReadableStore<string> {
    return this.#id;
  }

  get canSet(): boolean {
    return this.#deps.player.setSink !== null;
  }

  /** @throws the browser's error, after which the sound goes where it went before */
  async set(id: string): Promise<void> {
    const { player, log, keepRunning, onChange } = this.#deps;
    const { setSink } = player;
    if (!setSink || id === this.#id.get()) return;
    await keepRunning(() => setSink(id));
    this.#id.set(id);
    log.add("output-set");
    onChange();
  }

  /** Called when devices were added or removed. */
  async check(): Promise<void> {
    const id = this.#id.get();
    if (id === SYSTEM_SINK) return;
    const devices = (await navigator.mediaDevices?.enumerateDevices().catch(() => null)) ?? [];
    const outputs = devices.filter(({ kind, deviceId }) => kind === "audiooutput" && deviceId !== "");
    // a browser that names no outputs does not show whether this one is there
    if (outputs.length > 0 && !outputs.some(({ deviceId }) => deviceId === id)) await this.leave();
  }

  /** Leaves an output that has failed. */
  async leave(): Promise<void> {
    this.#deps.log.add("output-lost");
    await this.set(SYSTEM_SINK).catch(() => undefined);
  }
}
