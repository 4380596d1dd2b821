import type { DeviceHealth } from "#app/domain/devices/device.ts";

/** The state of a device in a word. */
export type DeviceStatus =
  /** It has not reported yet. */
  | "waiting"
  /** The browser plays no sound before a user gesture. */
  | "locked"
  | "stopped"
  | "muted"
  | "roomMuted"
  /** It would play, but the room is paused. */
  | "ready"
  | "inSync"
  | "notInSync";

/** The reason for silence comes before the sync, because a silent device may still be in sync. */
export function toDeviceStatus(report: DeviceHealth | null, isRoomMuted: boolean): DeviceStatus {
  if (!report) return "waiting";
  if (report.sound !== "on") return report.sound;
  if (report.isMuted) return "muted";
  if (isRoomMuted) return "roomMuted";
  if (report.isInSync === null) return "ready";
  return report.isInSync ? "inSync" : "notInSync";
}

/** A device that does not take part: it is shown in gray. */
export function isAside(status: DeviceStatus): boolean {
  return status === "waiting" || status === "locked" || status === "stopped";
}
