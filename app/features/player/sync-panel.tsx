import { RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import type { EngineStatus } from "#app/audio/engine-status.ts";
import { largestUncertainty, totalUncertaintyMs } from "#app/domain/sync/sync-uncertainty.ts";
import { formatMs } from "#app/i18n/format.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useStore } from "#app/lib/use-store.ts";
import { Button } from "#app/ui/button.tsx";
import { explainFault } from "./explain-fault.ts";
import { OutputAdjustment } from "./output-adjustment.tsx";
import type { PlayerState } from "./player-state.ts";
import type { Player } from "./use-player.ts";
import { useSyncStatus } from "./use-sync-status.tsx";

type StatusProps = { readonly status: EngineStatus };

/** The deviation of this device and the measurements behind it. */
export function SyncPanel({ player }: { readonly player: Player }) {
  const { t } = useTranslation("room");
  const { indicator, label, title = label } = useSyncStatus(player);
  const status = useStore(player.engineStatus);
  return (
    <div className="px-6 py-5">
      <h2 className="flex items-center gap-3 text-h2 font-bold">
        {indicator}
        {title}
      </h2>
      {player.state === "fault" ? (
        <p className="mt-3 text-small text-ink-2">{explainFault(t, player.fault)}</p>
      ) : (
        <>
          <CurrentError status={status} />
          {player.state === "connect" && <p className="mt-3 text-small text-ink-2">{t("sync.silentText")}</p>}
          <Uncertainty state={player.state} status={status} />
        </>
      )}
      <dl className="my-4">
        <Measurements status={status} />
      </dl>
      <OutputAdjustment player={player} />
      <Button icon={<RefreshCw />} onPress={player.resync}>
        {t("player.resync")}
      </Button>
    </div>
  );
}

/** Says why a device that plays at its own best cannot be called in sync. */
function Uncertainty({ state, status }: StatusProps & { readonly state: PlayerState }) {
  const { t } = useTranslation("room");
  if (state !== "uncertain" || !status.uncertainty) return null;
  const isOutput = largestUncertainty(status.uncertainty) === "output";
  return <p className="mt-3 text-small text-ink-2">{t(isOutput ? "sync.uncertainOutput" : "sync.uncertainConnection")}</p>;
}

function CurrentError({ status: { errorMs, uncertainty } }: StatusProps) {
  const { t, language } = useTranslation("room");
  if (errorMs === null) return null;
  return (
    <p className="mt-3.5 flex items-baseline gap-2.5">
      <span className="text-[48px] leading-12 font-bold tracking-[-.03em] tabular-nums">
        {formatMs(Math.abs(errorMs), language)}
      </span>
      <span className="text-ink-2">
        {uncertainty && `± ${formatMs(totalUncertaintyMs(uncertainty), language)} `}
        {t("sync.ms", { ms: "" }).trim()} {t("sync.apart")}
      </span>
    </p>
  );
}

function Measurements({ status }: StatusProps) {
  const { t, language } = useTranslation("room");
  const { clock, decodingMode, output, uncertainty } = status;
  const formatWithUnit = (valueMs: number) => t("sync.ms", { ms: formatMs(valueMs, language) });
  return (
    <>
      <Measurement name={t("sync.clock")} explanation={t("sync.clockText")}>
        {clock ? `± ${formatWithUnit(clock.boundMs)}` : "–"}
      </Measurement>
      <Measurement name={t("sync.roundTrip")} explanation={t("sync.roundTripText")}>
        {clock ? formatWithUnit(clock.roundTripMs) : "–"}
      </Measurement>
      <Measurement
        name={t("sync.output")}
        explanation={t(output?.isLatencyKnown === false ? "sync.outputAssumedText" : "sync.outputText")}
      >
        {output ? `${formatWithUnit(Math.round(output.latencyMs))} ± ${formatMs(uncertainty?.outputMs ?? 0, language)}` : "–"}
      </Measurement>
      <Measurement name={t("sync.trim")} explanation={t("sync.trimText")}>
        {formatTrim(status.trimPpm, language)}
      </Measurement>
      <Measurement name={t("sync.jumps")} explanation={t("sync.jumpsText")}>
        {status.jumps + status.underruns}
      </Measurement>
      {decodingMode && (
        <div className={MEASUREMENT}>
          <dt className="text-ink-2">{t("sync.means")}</dt>
          <dd className="text-right font-strong">{t(`sync.${decodingMode}`)}</dd>
        </div>
      )}
    </>
  );
}

const MEASUREMENT = "flex min-h-9 items-center justify-between gap-4 border-t border-line py-1.5 text-small";

type MeasurementProps = { readonly name: string; readonly explanation: string; readonly children: ReactNode };

function Measurement({ name, explanation, children }: MeasurementProps) {
  return (
    <div className={MEASUREMENT}>
      <dt className="text-ink-2">
        {name}
        <span className="block text-caption text-ink-3">{explanation}</span>
      </dt>
      <dd className="font-strong whitespace-nowrap tabular-nums">{children}</dd>
    </div>
  );
}

function formatTrim(trimPpm: number, language: string): string {
  const format = new Intl.NumberFormat(language, {
    style: "percent",
    maximumFractionDigits: 3,
    signDisplay: "exceptZero",
  });
  return format.format(trimPpm / 1e6);
}
