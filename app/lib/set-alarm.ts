/** The part of an object's storage that this file uses. */
export type AlarmStorage = {
  getAlarm(): Promise<number | null>;
  setAlarm(atMs: number): Promise<void>;
  deleteAlarm(): Promise<void>;
  sync(): Promise<void>;
};

/** An alarm is delivered a little after its time. */
const LATE_AFTER_MS = 1000;

/** Whether an alarm should have been delivered by now. */
export function isAlarmLate(alarmMs: number, nowMs: number): boolean {
  return alarmMs < nowMs - LATE_AFTER_MS;
}

/**
 * Makes sure that no late alarm is stored. One that has failed, for example because the disk was full, is repeated by the runtime
 * after pauses of up to 17 minutes, for which a new alarm would wait. Deleting it ends them. Returns the alarm that is stored.
 */
export async function dropLateAlarm(storage: AlarmStorage, nowMs: number): Promise<number | null> {
  const alarmMs = await storage.getAlarm();
  if (alarmMs === null || !isAlarmLate(alarmMs, nowMs)) return alarmMs;
  await storage.deleteAlarm();
  // the runtime would see only the last of two changes that are stored together
  await storage.sync();
  return null;
}
