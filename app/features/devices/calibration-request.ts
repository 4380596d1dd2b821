import type { CalibrationPlan } from "#app/domain/devices/sound-check.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { DeviceId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { startTimer } from "#app/lib/timer.ts";
import { newEditId, type RoomConnection } from "#app/server-client/room/room-connection.ts";
import type { RoomDevices } from "#app/server-client/room/room-devices.ts";

/** After its reply, the room sends the plan within this, ms. */
const PLAN_TIMEOUT_MS = 3000;

type RequestDeps = {
  readonly connection: Pick<RoomConnection, "onMessage">;
  readonly devices: Pick<RoomDevices, "request">;
};

/** Null if the request was cancelled. */
type PlanResult = Result<CalibrationPlan, ErrorCode> | null;
type PlanRequest = { readonly deviceIds: readonly DeviceId[]; readonly signal: AbortSignal };

/**
 * Requests a calibration and waits for its plan. Null if the signal aborts. Without a plan, the room is asked to end the
 * calibration, which it may have started.
 */
export function requestPlan({ connection, devices }: RequestDeps, { deviceIds, signal }: PlanRequest): Promise<PlanResult> {
  const id = newEditId();
  return new Promise((resolve) => {
    let isPending = true;
    let cancelTimeout: () => void = () => undefined;
    const settle = (result: PlanResult) => {
      isPending = false;
      unsubscribe();
      cancelTimeout();
      signal.removeEventListener("abort", cancel);
      resolve(result);
    };
    const stop = (result: PlanResult) => {
      void devices.request({ type: "stop", id });
      settle(result);
    };
    const cancel = () => stop(null);
    // the plan may arrive before the reply
    const unsubscribe = connection.onMessage((message) => {
      if (message.type === "calibration" && message.plan.id === id) settle(ok(message.plan));
    });
    signal.addEventListener("abort", cancel);
    void devices.request({ type: "calibrate", deviceIds }, id).then((error) => {
      if (!isPending) return;
      if (error === "network") return stop(fail(error));
      if (error !== null) return settle(fail(error));
      cancelTimeout = startTimer(PLAN_TIMEOUT_MS, () => stop(fail("network")));
    });
  });
}
