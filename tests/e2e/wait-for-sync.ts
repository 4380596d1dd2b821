import { expect, type Locator } from "@playwright/test";

type SyncLabels = {
  readonly inSync: RegExp;
  /** The device plays where it should, but does not know that exactly enough. */
  readonly uncertain: RegExp;
};

const ENGLISH: SyncLabels = { inSync: /^In sync/, uncertain: /^Within/ };
export const RUSSIAN: SyncLabels = { inSync: /^Синхронно/, uncertain: /^Точность ±/ };

/**
 * Waits until a device says that it is in sync. On a busy machine it is uncertain first, because the answers to its clock
 * probes are late at random; the series of bursts makes it certain, so only the test's own time limit applies then.
 * @param find the status with this label
 */
export async function waitUntilInSync(find: (label: RegExp) => Locator, labels = ENGLISH): Promise<void> {
  const inSync = find(labels.inSync).filter({ visible: true }).first();
  const uncertain = find(labels.uncertain).filter({ visible: true }).first();
  await expect(inSync.or(uncertain).first()).toBeVisible();
  await inSync.waitFor({ timeout: 0 });
}
