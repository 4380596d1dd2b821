/** Cloudflare's list prices of November 2026, dollars for one unit, beyond what the plans include. */
const PRICES = {
  workerRequest: 0.3e-6,
  workerCpuMs: 0.02e-6,
  objectRequest: 0.15e-6,
  /** 20 incoming WebSocket messages are billed as one request. */
  objectMessage: 0.15e-6 / 20,
  objectGbSecond: 12.5e-6,
  rowRead: 0.001e-6,
  r2Read: 0.36e-6,
} as const;

/** An object is billed for this, whatever it uses. */
const OBJECT_GB = 0.128;
/** Each media request checks the grant's epoch and the object: the rows that both queries read. */
const ROWS_PER_MEDIA_REQUEST = 4;
/** Measured in the Worker for a range of an audio file. */
const CPU_MS_PER_MEDIA_REQUEST = 2;

/** The counts of an hour of a playing room. */
export type HourCounts = {
  /** The time in which the room object cannot hibernate. It is the same for any number of listeners, who are awake together. */
  readonly awakeSec: number;
  /** Of each listener: */
  readonly messages: number;
  readonly mediaRequests: number;
};

export type HourCosts = {
  readonly duration: number;
  readonly messages: number;
  readonly media: number;
  readonly storage: number;
  readonly cpu: number;
};

/** Dollars for an hour. */
export function priceHour({ awakeSec, messages, mediaRequests }: HourCounts, listeners: number): HourCosts {
  const requests = mediaRequests * listeners;
  return {
    duration: awakeSec * OBJECT_GB * PRICES.objectGbSecond,
    messages: messages * listeners * PRICES.objectMessage,
    media: requests * PRICES.workerRequest,
    storage: requests * (PRICES.r2Read + ROWS_PER_MEDIA_REQUEST * PRICES.rowRead),
    cpu: requests * CPU_MS_PER_MEDIA_REQUEST * PRICES.workerCpuMs,
  };
}
