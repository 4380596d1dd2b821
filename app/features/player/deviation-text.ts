import type { EngineStatus } from "#app/audio/engine-status.ts";
import { totalUncertaintyMs } from "#app/domain/sync/sync-uncertainty.ts";
import { formatMs } from "#app/i18n/format.ts";
import type { Translate } from "#app/i18n/text-keys.ts";

type MeasuredDeviation = Pick<EngineStatus, "errorMs" | "uncertainty">;

/** How far this device is ahead or behind. If it knows less than that, the largest possible deviation. */
export function formatDeviation(t: Translate<"room">, status: MeasuredDeviation, language: string): string {
  const errorMs = status.errorMs ?? 0;
  const isUnsure = Math.abs(errorMs) < unknownMs(status);
  if (isUnsure) return t("player.unsure", { ms: formatMs(largestDeviationMs(status), language) });
  return t(errorMs < 0 ? "player.behind" : "player.ahead", { ms: formatMs(Math.abs(errorMs), language) });
}

/** The error of this device and everything it does not know, ms. */
export function largestDeviationMs(status: MeasuredDeviation): number {
  return Math.abs(status.errorMs ?? 0) + unknownMs(status);
}

function unknownMs({ uncertainty }: MeasuredDeviation): number {
  return uncertainty ? totalUncertaintyMs(uncertainty) : 0;
}
