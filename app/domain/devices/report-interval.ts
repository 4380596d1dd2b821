import type { Presence } from "#app/domain/access/connection.ts";
import { SECOND_MS } from "#app/domain/units.ts";
import { deviceLimits } from "./device-limits.ts";

type DeviceCounts = {
  /** Of the whole room, from `countReporting`. */
  readonly reporting: number;
  /** Of the person whose device reports, in the room; 1 for a guest. */
  readonly ofPerson: number;
};

/** The number of devices that decides how often those of a room report. Of one person, at most `deviceLimits.personReporting` count. */
export function countReporting({ present, guests }: Pick<Presence, "present" | "guests">): number {
  return present.reduce((sum, { devices }) => sum + Math.min(devices, deviceLimits.personReporting), guests);
}

/**
 * How often a device reports while someone watches, ms: less often in a large room. The devices of a person who has very many share
 * the reports of those that count, so that they neither slow down the devices of others nor use up their person's allowance.
 */
export function reportIntervalMs({ reporting, ofPerson }: DeviceCounts): number {
  const { reportMs, reportsPerSecond, personReporting } = deviceLimits;
  const roomMs = Math.max(reportMs, (SECOND_MS * reporting) / reportsPerSecond);
  return Math.ceil(roomMs * Math.max(1, ofPerson / personReporting));
}
