import type { ReactNode } from "react";
import type { DeviceHealth } from "#app/domain/devices/device.ts";
import { SECOND_MS } from "#app/domain/units.ts";
import { formatMs } from "#app/i18n/format.ts";
import { formatTimeAgo } from "#app/i18n/format-time-ago.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";

type DeviceFactsProps = {
  readonly report: DeviceHealth;
  /** The viewer receives the name of the output. */
  readonly seesOutput: boolean;
};

/** The measurements that a device has reported. */
export function DeviceFacts({ report, seesOutput }: DeviceFactsProps) {
  const { t, language } = useTranslation("devices");
  const formatDelay = (ms: number | null) => (ms === null ? "–" : t("ms", { ms: formatMs(ms, language) }));
  const error = useErrorRange()(report);
  return (
    <dl>
      <Fact name={t("detail.error")}>{error ?? "–"}</Fact>
      <Fact name={t("detail.roundTrip")}>{formatDelay(report.roundTripMs)}</Fact>
      <Fact name={t("detail.buffer")}>
        {report.bufferMs === null ? "–" : t("seconds", { seconds: Math.max(0, Math.round(report.bufferMs / SECOND_MS)) })}
      </Fact>
      <Fact name={t("detail.output")}>
        {seesOutput ? (report.outputName ?? t("settings.outputDefault")) : t("detail.hidden")}
      </Fact>
      <Fact name={t("detail.outputLatency")}>{formatDelay(report.outputLatencyMs)}</Fact>
      <Fact name={t("detail.delay")}>{formatDelay(report.delayMs)}</Fact>
      <Fact name={t("detail.trouble")}>
        <LastTrouble report={report} />
      </Fact>
    </dl>
  );
}

/** Returns the function that formats the error of a device with its bound. Null while nothing plays. */
export function useErrorRange(): (report: DeviceHealth) => string | null {
  const { t, language } = useTranslation("devices");
  return ({ errorMs, boundMs }) => {
    if (errorMs === null) return null;
    return t("error", { error: formatMs(errorMs, language), bound: formatMs(boundMs ?? 0, language) });
  };
}

function LastTrouble({ report: { trouble } }: Pick<DeviceFactsProps, "report">) {
  const { t, language } = useTranslation("devices");
  if (!trouble) return <>{t("detail.none")}</>;
  const nowMs = Date.now();
  const when = formatTimeAgo(nowMs - trouble.agoMs, nowMs, language);
  return <>{t("detail.ago", { trouble: t(`trouble.${trouble.kind}`), when })}</>;
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-h-8 items-baseline justify-between gap-4 py-1 text-small">
      <dt className="shrink-0 text-ink-2">{name}</dt>
      <dd className="min-w-0 text-right font-label wrap-anywhere tabular-nums">{children}</dd>
    </div>
  );
}
