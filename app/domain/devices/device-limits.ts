import { MINUTE_MS, SECOND_MS } from "#app/domain/units.ts";

/** Limits and intervals of the devices of a room. */
export const deviceLimits = {
  /** Maximum length of a device's name, characters. */
  nameLength: 40,
  /** Maximum length of the name of an output, characters. */
  outputNameLength: 80,
  /** Maximum length of a person's name beside a change, characters. */
  byLength: 40,
  /** The correction of a device's delay lies between minus and plus this, ms: more than the latency of any wireless loudspeaker. */
  delayMs: 500,
  /** A device reports at most this often while someone watches the devices, ms. In a large room it reports less often. */
  reportMs: 2 * SECOND_MS,
  /** Maximum number of reports that a room receives each second. */
  reportsPerSecond: 25,
  /**
   * Of one person, at most this many devices count, and more of them share the reports of these: 8 a second, which is less than half
   * of the messages that a person may send.
   */
  personReporting: 16,
  /** A report is outdated after this, ms, and after this many intervals. */
  reportAgeMs: 10 * SECOND_MS,
  reportAgeIntervals: 3,
  /** A page that watches the devices asks again this often, ms. */
  watchRenewMs: 15 * SECOND_MS,
  /** A watch ends after this without a renewal, ms. */
  watchMs: 40 * SECOND_MS,
  /** The list of devices is sent to those who watch at most this often, ms. */
  listMs: SECOND_MS,
  /** Maximum number of lists that a room sends each second. In a room with many who watch, each receives one less often. */
  listsPerSecond: 50,
  /** Maximum number of devices in a list; the others are only counted. */
  listed: 100,
  /** Maximum number of devices in one calibration, without the one that listens. */
  calibrated: 8,
  /** The time from a request to its first test sound, ms: longer than any message takes. */
  soundLeadMs: 1500,
  /**
   * The time between two test sounds of a calibration, ms: longer than the largest delay, the sound and its echoes. Not a whole
   * second, so that a ticking clock is at another place in each slot.
   */
  chirpSlotMs: 1130,
  /** How often each device of a calibration plays its sound. */
  chirpRounds: 3,
  /** The time between two beats of the metronome, ms. */
  beatMs: 500,
  /** The metronome ends after this, ms. */
  metronomeMs: 2 * MINUTE_MS,
} as const;
