import { measureCalibration } from "#app/audio/calibration/measure-calibration.ts";
import { type Microphone, openMicrophone } from "#app/audio/calibration/microphone.ts";
import type { NoDelay } from "#app/domain/calibration/estimate-delays.ts";
import { soundsOf } from "#app/domain/calibration/sound-window.ts";
import type { CalibrationPlan } from "#app/domain/devices/sound-check.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { DeviceId } from "#app/domain/ids.ts";
import { createStore, type ReadableStore } from "#app/lib/store.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";
import type { RoomDevices } from "#app/server-client/room/room-devices.ts";
import { requestPlan } from "./calibration-request.ts";
import { setMeasuredDelays, toCalibrationRows } from "./calibration-rows.ts";
import type { DeviceEngine } from "./device-engine.ts";

/** `left`: the device has left the room. `out-of-range`: the delay would be larger than a device can correct. */
export type UnmeasuredReason = NoDelay | "left" | "out-of-range";

type Measured = {
  readonly status: "measured";
  readonly deviceId: DeviceId;
  readonly name: string;
  /** The delay that was set during the measurement. */
  readonly oldMs: number;
  /** How much later than the listening device it sounded; negative if earlier. */
  readonly measuredMs: number;
  /** The unknown part of it. */
  readonly boundMs: number;
  /** The delay to set, whole ms. */
  readonly newMs: number;
  /** Why the delay could not be set or restored. */
  readonly error: ErrorCode | null;
};

type Unmeasured = {
  readonly status: "unmeasured";
  readonly deviceId: DeviceId;
  /** Null if the device has not reported it. */
  readonly name: string | null;
  readonly reason: UnmeasuredReason;
};

/** The result of one device. Delays in ms. */
export type CalibrationRow = Measured | Unmeasured;

/** Why a calibration has failed as a whole; or an error code of the room. */
export type CalibrationFailure =
  | "microphone-denied"
  | "microphone-missing"
  | "microphone-failed"
  /** The sound of this device is off. */
  | "sound-off"
  | "connection-lost"
  /** The room has ended it. */
  | "stopped"
  | ErrorCode;

export type CalibrationState =
  | { readonly status: "idle" }
  /** The browser asks for the microphone. */
  | { readonly status: "asking" }
  /** The room prepares the plan. */
  | { readonly status: "waiting" }
  /** `deviceId` plays now. */
  | { readonly status: "listening"; readonly done: number; readonly total: number; readonly deviceId: DeviceId }
  | {
      readonly status: "result";
      readonly rows: readonly CalibrationRow[];
      readonly applied: "no" | "applying" | "yes" | "undoing" | "undone";
    }
  | { readonly status: "failed"; readonly reason: CalibrationFailure };

export type CalibrationRunDeps = {
  readonly connection: Pick<RoomConnection, "onMessage" | "view">;
  readonly devices: Pick<RoomDevices, "list" | "watch" | "request">;
  readonly engine: Pick<DeviceEngine, "status" | "context" | "toContextSec">;
  /** The microphone and the measurement of this browser, unless given. */
  readonly open?: typeof openMicrophone;
  readonly measure?: typeof measureCalibration;
};

/** A calibration: this device listens while others play in turn. Its recording never leaves this device. */
export type CalibrationRun = {
  readonly state: ReadableStore<CalibrationState>;
  /** Must be called during a user gesture. Ignored while one runs. */
  start(deviceIds: readonly DeviceId[]): Promise<void>;
  /** Ends a calibration that runs, or forgets its result. */
  cancel(): void;
  /** Sets the measured delays. */
  apply(): Promise<void>;
  /** Restores the delays before `apply`. */
  undo(): Promise<void>;
  close(): void;
};

/** One calibration from its start to its result. It is aborted when it ends early; the failure is null if it was cancelled here. */
type Session = { readonly controller: AbortController; failure: CalibrationFailure | null };

const IDLE: CalibrationState = { status: "idle" };
const RUNNING: readonly CalibrationState["status"][] = ["asking", "waiting", "listening"];

export function createCalibrationRun(deps: CalibrationRunDeps): CalibrationRun {
  const state = createStore<CalibrationState>(IDLE);
  let session: Session | null = null;

  async function start(deviceIds: readonly DeviceId[]): Promise<void> {
    if (RUNNING.includes(state.get().status)) return;
    if (deps.engine.status.get().sound !== "on") return state.set({ status: "failed", reason: "sound-off" });
    const own: Session = { controller: new AbortController(), failure: null };
    session = own;
    const show = (next: CalibrationState) => {
      if (session === own && !own.controller.signal.aborted) state.set(next);
    };
    show({ status: "asking" });
    const result = await runSession(deps, { session: own, deviceIds, show });
    if (session !== own) return;
    session = null;
    if (result) state.set({ status: "result", rows: result, applied: "no" });
    else if (own.failure) state.set({ status: "failed", reason: own.failure });
  }

  function cancel(): void {
    if (isChanging(state.get())) return;
    session?.controller.abort();
    session = null;
    state.set(IDLE);
  }

  /** Sets the delays of all rows before or after the calibration. */
  async function change(to: "old" | "new"): Promise<void> {
    const current = state.get();
    if (current.status !== "result" || isChanging(current)) return;
    if ((current.applied === "yes") === (to === "new")) return;
    state.set({ ...current, applied: to === "new" ? "applying" : "undoing" });
    const rows = await setMeasuredDelays(deps.devices, current.rows, to);
    state.set({ status: "result", rows, applied: to === "new" ? "yes" : "undone" });
  }

  return { state, start, cancel, apply: () => change("new"), undo: () => change("old"), close: cancel };
}

function isChanging(state: CalibrationState): boolean {
  return state.status === "result" && (state.applied === "applying" || state.applied === "undoing");
}

type SessionInput = {
  readonly session: Session;
  readonly deviceIds: readonly DeviceId[];
  readonly show: (state: CalibrationState) => void;
};

/** Returns the rows; null if the session has failed or was cancelled. The microphone is closed in each case. */
async function runSession(deps: CalibrationRunDeps, input: SessionInput): Promise<readonly CalibrationRow[] | null> {
  const { session, deviceIds, show } = input;
  const { signal } = session.controller;
  const opened = await (deps.open ?? openMicrophone)(deps.engine.context);
  if (!opened.ok) {
    session.failure ??= `microphone-${opened.error}`;
    return null;
  }
  const microphone = opened.value;
  const stopWatching = deps.devices.watch();
  try {
    if (signal.aborted) return null;
    show({ status: "waiting" });
    const requested = await requestPlan(deps, { deviceIds, signal });
    if (!requested) return null;
    if (!requested.ok) {
      session.failure ??= requested.error;
      return null;
    }
    return await listen(deps, { ...input, plan: requested.value, microphone });
  } finally {
    microphone.close();
    stopWatching();
  }
}

type Listening = SessionInput & { readonly plan: CalibrationPlan; readonly microphone: Microphone };

async function listen(deps: CalibrationRunDeps, input: Listening): Promise<readonly CalibrationRow[] | null> {
  const { session, plan, microphone, show } = input;
  const { signal } = session.controller;
  const sounds = soundsOf(plan);
  const showProgress = (done: number) => {
    const deviceId = (sounds[done] ?? sounds.at(-1))?.deviceId;
    if (deviceId) show({ status: "listening", done, total: sounds.length, deviceId });
  };
  showProgress(0);
  const stopFollowing = followEnd(deps, session, plan.id);
  const delays = signal.aborted
    ? null
    : await (deps.measure ?? measureCalibration)({
        plan,
        microphone,
        toContextSec: (serverMs) => deps.engine.toContextSec(serverMs),
        onSound: ({ done }) => showProgress(done),
        signal,
      });
  stopFollowing();
  if (delays) return toCalibrationRows(delays, deps.devices.list.get());
  // cancelled here, or the recording has ended
  if (!signal.aborted) session.failure ??= deps.engine.status.get().sound === "on" ? "microphone-failed" : "sound-off";
  if (session.failure !== "stopped") void deps.devices.request({ type: "stop", id: plan.id });
  return null;
}

/** Ends the session when the room ends its calibration, or when the connection is lost. */
function followEnd({ connection }: CalibrationRunDeps, session: Session, id: string): () => void {
  const end = (failure: CalibrationFailure) => {
    if (session.controller.signal.aborted) return;
    session.failure = failure;
    session.controller.abort();
  };
  const stops = [
    connection.onMessage((message) => {
      if (message.type === "sound-check-end" && message.id === id) end("stopped");
    }),
    connection.view.subscribe(() => {
      if (connection.view.get().connection !== "open") end("connection-lost");
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
