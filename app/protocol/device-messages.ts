import type { DeviceChange, DeviceHealth, ListedDevice } from "#app/domain/devices/device.ts";
import type { CalibrationPlan, DeviceRequest, SoundCheck } from "#app/domain/devices/sound-check.ts";
import type { EditId } from "#app/domain/ids.ts";

/** How often reports are wanted, and for how long, ms. */
export type ReportsWanted = { readonly everyMs: number; readonly leaseMs: number };

/** A message from a browser about devices. */
export type DeviceClientMessage =
  /** Watches the devices of the room, or ends that. A watch ends by itself if it is not renewed. */
  | { readonly type: "watch-devices"; readonly isOn: boolean }
  /** The state of this device, sent while someone watches. */
  | { readonly type: "device-report"; readonly report: DeviceHealth }
  /** A request about devices. It gets a `reply`. Its id has the form of an edit's id, like that of a command, but it is no edit. */
  | { readonly type: "device-request"; readonly id: EditId; readonly request: DeviceRequest };

/** A message from a room about devices. */
export type DeviceServerMessage =
  /** Someone watches the devices, so the recipient reports. The lease ends by itself. */
  | { readonly type: "device-reports-wanted"; readonly wanted: ReportsWanted }
  /** The devices of the room, for those who watch. `others` are not listed. */
  | { readonly type: "devices"; readonly devices: readonly ListedDevice[]; readonly others: number }
  /**
   * The recipient applies the change. `by` is the name of the person who has made it; null for a guest without a name. `isOwn`:
   * whether the recipient is their own device, which then keeps the change.
   */
  | { readonly type: "device-change"; readonly change: DeviceChange; readonly by: string | null; readonly isOwn: boolean }
  /** The recipient plays test sounds. */
  | { readonly type: "sound-check"; readonly check: SoundCheck }
  /** The sound check with this id ends. */
  | { readonly type: "sound-check-end"; readonly id: string }
  /** The plan of the calibration that the recipient has requested, before its own `sound-check`. */
  | { readonly type: "calibration"; readonly plan: CalibrationPlan };
