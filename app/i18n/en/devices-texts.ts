import { calibration } from "./calibration.ts";
import { devices } from "./devices.ts";

/** The panel of a room's devices. */
export const texts = { devices, calibration } as const;
