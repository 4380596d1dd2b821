import type { RoomSyncSummary } from "#app/domain/sync/room-sync-summary.ts";
import { formatMs } from "#app/i18n/format.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { layOutSyncDots, METER, RANGE_MS, type SyncDot, toMeterX } from "./sync-dots.ts";

const { widthPx, heightPx, baselinePx, marginPx, dotPx } = METER;
const SCALE_MS = [-RANGE_MS, -RANGE_MS / 2, 0, RANGE_MS / 2, RANGE_MS];

type RoomSyncMeterProps = { readonly syncSummary: RoomSyncSummary; readonly ownErrorMs: number | null };

/** The deviations of all devices in the room, one dot for each. */
export function RoomSyncMeter({ syncSummary, ownErrorMs }: RoomSyncMeterProps) {
  const { t, language } = useTranslation("room");
  const { devices, errorsMs } = syncSummary;
  const within = formatMs(syncSummary.withinMs, language);
  const isAlone = devices === 1 && ownErrorMs !== null;
  return (
    <figure aria-label={t("syncSummary.label", { count: devices, ms: within })}>
      <figcaption className="flex justify-between gap-2 text-small">
        <span className="font-label">{isAlone ? t("syncSummary.alone") : t("syncSummary.devices", { count: devices })}</span>
        {devices > 1 && <span className="text-ink-3 tabular-nums">{t("syncSummary.within", { ms: within })}</span>}
      </figcaption>
      <svg aria-hidden viewBox={`0 0 ${widthPx} ${heightPx}`} className="mt-2 w-full">
        <Axes />
        {layOutSyncDots(errorsMs, ownErrorMs).map((dot) => (
          <Dot key={`${dot.x}:${dot.y}`} dot={dot} />
        ))}
      </svg>
    </figure>
  );
}

function Axes() {
  return (
    <>
      <path d={`M${toMeterX(0)} 8V${baselinePx}`} strokeWidth={1.5} className="stroke-accent-wave" />
      <path d={`M${marginPx} ${baselinePx}H${widthPx - marginPx}`} strokeWidth={1} className="stroke-line-strong" />
      {SCALE_MS.map((ms) => (
        <text
          key={ms}
          x={toMeterX(ms)}
          y={baselinePx + 16}
          textAnchor="middle"
          className="fill-ink-3 text-[10px] font-label tabular-nums"
        >
          {ms > 0 ? `+${ms}` : ms}
        </text>
      ))}
    </>
  );
}

function Dot({ dot: { x, y, isOwn, isWarning } }: { readonly dot: SyncDot }) {
  const color = isOwn ? "fill-ink" : "fill-accent-wave";
  return (
    <circle
      cx={x}
      cy={y}
      r={isWarning ? dotPx / 2 - 0.75 : dotPx / 2}
      fill={isWarning ? "none" : undefined}
      strokeWidth={1.5}
      className={isWarning ? "stroke-warn-ink" : color}
    />
  );
}
