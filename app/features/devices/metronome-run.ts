import { activeSoundChecks, removeSoundCheck } from "#app/app-state/sound-checks.ts";
import { deviceLimits } from "#app/domain/devices/device-limits.ts";
import type { SoundCheck } from "#app/domain/devices/sound-check.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { DeviceId, EditId } from "#app/domain/ids.ts";
import { createStore, type ReadableStore } from "#app/lib/store.ts";
import { startTimer } from "#app/lib/timer.ts";
import { newEditId, type RoomConnection } from "#app/server-client/room/room-connection.ts";
import type { RoomDevices } from "#app/server-client/room/room-devices.ts";
import type { DeviceEngine } from "./device-engine.ts";

export type MetronomeState =
  | { readonly status: "off" }
  | { readonly status: "starting" }
  /** `check` is null on a device that does not play it itself. `isOwn`: it was started here. */
  | { readonly status: "playing"; readonly check: SoundCheck | null; readonly isOwn: boolean }
  | { readonly status: "failed"; readonly reason: ErrorCode };

type MetronomeDeps = {
  readonly connection: Pick<RoomConnection, "onMessage" | "view">;
  readonly devices: Pick<RoomDevices, "request">;
  readonly engine: Pick<DeviceEngine, "endSoundCheck">;
};

const OFF: MetronomeState = { status: "off" };

/** The metronome of a room's devices: started here, or played here for another device. */
export class MetronomeRun {
  readonly #deps: MetronomeDeps;
  readonly #state = createStore<MetronomeState>(OFF);
  readonly #stops: readonly (() => void)[];
  #cancelEnd: () => void = () => undefined;
  /** The id of the metronome that was started here, which is that of its request. Null if none was. */
  #ownId: EditId | null = null;

  constructor(deps: MetronomeDeps) {
    this.#deps = deps;
    const { connection } = deps;
    this.#stops = [
      activeSoundChecks.subscribe(() => this.#follow()),
      connection.onMessage((message) => {
        if (message.type === "sound-check-end" && message.id === this.#ownId) this.#endOwn();
      }),
      connection.view.subscribe(() => {
        // the room ends the metronome of a device whose connection has ended
        if (connection.view.get().connection !== "open" && this.#ownId !== null) this.#endOwn();
      }),
    ];
    this.#follow();
  }

  get state(): ReadableStore<MetronomeState> {
    return this.#state;
  }

  readonly start = async (deviceIds: readonly DeviceId[]): Promise<void> => {
    if (this.#ownId !== null) return;
    const id = newEditId();
    this.#ownId = id;
    this.#state.set({ status: "starting" });
    const error = await this.#deps.devices.request({ type: "metronome", deviceIds }, id);
    // stopped meanwhile, or its check has arrived
    if (this.#ownId !== id || this.#state.get().status !== "starting") return;
    if (error === null) return this.#playElsewhere();
    this.#ownId = null;
    this.#state.set({ status: "failed", reason: error });
  };

  /** Ends it on all devices, if it was started here. */
  readonly stop = (): void => {
    const id = this.#ownId;
    if (id === null) return;
    const { devices, engine } = this.#deps;
    void devices.request({ type: "stop", id });
    this.#endOwn();
    // here at once, also while the connection is slow
    engine.endSoundCheck(id);
    removeSoundCheck(id);
  };

  readonly close = (): void => {
    this.stop();
    this.#cancelEnd();
    for (const end of this.#stops) end();
  };

  /** Shows the check that this device plays: the one that was started here, or the latest of another device. */
  #follow(): void {
    const beats = activeSoundChecks.get().filter(({ sound }) => sound === "beat");
    if (this.#ownId === null) return this.#show(beats.at(-1) ?? null);
    const own = beats.find(({ id }) => id === this.#ownId);
    const state = this.#state.get();
    if (own) this.#show(own);
    else if (state.status === "playing" && state.check !== null) this.#endOwn();
  }

  /** The room sends an end only before the time is over. */
  #playElsewhere(): void {
    const { soundLeadMs, metronomeMs } = deviceLimits;
    this.#cancelEnd = startTimer(soundLeadMs + metronomeMs, () => this.#endOwn());
    this.#state.set({ status: "playing", check: null, isOwn: true });
  }

  #show(check: SoundCheck | null): void {
    this.#cancelEnd();
    const isOwn = this.#ownId !== null;
    const state = this.#state.get();
    const isShown = state.status === "playing" && state.check === check && state.isOwn === isOwn;
    if (!isShown) this.#state.set(check ? { status: "playing", check, isOwn } : OFF);
  }

  #endOwn(): void {
    const id = this.#ownId;
    this.#cancelEnd();
    this.#ownId = null;
    const other = activeSoundChecks.get().findLast((check) => check.sound === "beat" && check.id !== id);
    this.#show(other ?? null);
  }
}
