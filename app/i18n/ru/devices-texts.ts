import { bindWords } from "./bind-words.ts";
import { calibration } from "./calibration.ts";
import { devices } from "./devices.ts";

export const texts = bindWords({ devices, calibration });
