/**
 * The counters that order the changes of a room's access. The batch that makes a change in D1 increments them. The room
 * object receives them with every message from a Worker: in any order, late, or never.
 */
export type Epochs = {
  /** Incremented by every change that affects access: of roles, the password or the settings. */
  readonly accessEpoch: number;
  /** Incremented by every change that revokes access. Media grants of earlier epochs are no longer valid. */
  readonly mediaEpoch: number;
};

/** The changes of its access that a room object has received and applied. */
export type AccessProgress = {
  /** The highest epochs received. */
  readonly received: Epochs;
  /** Every change up to this access epoch has been applied. */
  readonly appliedEpoch: number;
  /** Changes that were applied before an earlier one arrived. */
  readonly appliedAhead: readonly number[];
};

export const INITIAL_PROGRESS: AccessProgress = {
  received: { accessEpoch: 0, mediaEpoch: 0 },
  appliedEpoch: 0,
  appliedAhead: [],
};

/** How long the room waits for a missing change before it makes every connection rejoin, ms. */
export const MISSING_CHANGE_WAIT_MS = 1000;

/** Whether a newer change has been received already. The access in a stale message may be outdated. */
export function isStale({ received }: AccessProgress, epochs: Epochs): boolean {
  return epochs.accessEpoch < received.accessEpoch;
}

/** The progress after epochs were received. They never decrease. */
export function withReceived(progress: AccessProgress, { accessEpoch, mediaEpoch }: Epochs): AccessProgress {
  const { received } = progress;
  if (accessEpoch <= received.accessEpoch && mediaEpoch <= received.mediaEpoch) return progress;
  return {
    ...progress,
    received: {
      accessEpoch: Math.max(accessEpoch, received.accessEpoch),
      mediaEpoch: Math.max(mediaEpoch, received.mediaEpoch),
    },
  };
}

/** The progress after the change with these epochs was applied. */
export function withApplied(progress: AccessProgress, epochs: Epochs): AccessProgress {
  const ahead = new Set([...progress.appliedAhead, epochs.accessEpoch]);
  let { appliedEpoch } = progress;
  while (ahead.delete(appliedEpoch + 1)) appliedEpoch += 1;
  const appliedAhead = [...ahead].filter((epoch) => epoch > appliedEpoch);
  return { ...withReceived(progress, epochs), appliedEpoch, appliedAhead };
}

/** Whether every change up to the received epoch has been applied: every connection then has the access it should have. */
export function isCurrent({ received, appliedEpoch }: AccessProgress): boolean {
  return appliedEpoch >= received.accessEpoch;
}

/** The progress after every connection was closed or checked again. */
export function withAllApplied(progress: AccessProgress): AccessProgress {
  return { ...progress, appliedEpoch: progress.received.accessEpoch, appliedAhead: [] };
}
