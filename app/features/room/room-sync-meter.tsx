import { useTranslation } from "react-i18next";
import type { RoomSyncSummary } from "#app/domain/sync/room-sync-summary.ts";
import { formatMs } from "#app/i18n/format.ts";

/** Milliseconds from the middle to either end; what lies beyond piles up there. */
const REACH_MS = 20;
/** Beyond this a dot is a warning. */
const WARN_MS = 12;
const WIDTH = 360;
const BASE = 56;
const DOT = 6;
const MIDDLE = WIDTH / 2;
const SCALE = (WIDTH - 24) / 2 / REACH_MS;

type Dot = { readonly x: number; readonly y: number; readonly isOwn: boolean; readonly isFar: boolean };

/** One dot a device, left of the line ahead of the room, right behind it. */
export function RoomSyncMeter({
  syncSummary,
  ownErrorMs,
}: {
  readonly syncSummary: RoomSyncSummary;
  readonly ownErrorMs: number | null;
}) {
  const { t, i18n } = useTranslation("room");
  const within = formatMs(syncSummary.withinMs, i18n.language);
  const isAlone = syncSummary.devices === 1 && ownErrorMs !== null;
  const dots = layOut(syncSummary.errorsMs, ownErrorMs);
  return (
    <figure aria-label={t("syncSummary.label", { count: syncSummary.devices, ms: within })}>
      <figcaption className="flex justify-between gap-2 text-small">
        <span className="font-label">
          {isAlone ? t("syncSummary.alone") : t("syncSummary.devices", { count: syncSummary.devices })}
        </span>
        {syncSummary.devices > 1 && <span className="text-ink-3 tabular-nums">{t("syncSummary.within", { ms: within })}</span>}
      </figcaption>
      <svg aria-hidden viewBox={`0 0 ${WIDTH} 76`} className="mt-2 w-full">
        <path d={`M${MIDDLE} 8V${BASE}`} strokeWidth={1.5} className="stroke-accent-wave" />
        <path d={`M12 ${BASE}H${WIDTH - 12}`} strokeWidth={1} className="stroke-line-strong" />
        {[-20, -10, 0, 10, 20].map((ms) => (
          <text
            key={ms}
            x={MIDDLE + ms * SCALE}
            y={BASE + 16}
            textAnchor="middle"
            className="fill-ink-3 text-[10px] font-label tabular-nums"
          >
            {ms > 0 ? `+${ms}` : ms}
          </text>
        ))}
        {dots.map(({ x, y, isOwn, isFar }) => (
          <circle
            key={`${x}:${y}`}
            cx={x}
            cy={y}
            r={isFar ? DOT / 2 - 0.75 : DOT / 2}
            fill={isFar ? "none" : undefined}
            strokeWidth={1.5}
            className={isFar ? "stroke-warn-ink" : isOwn ? "fill-ink" : "fill-accent-wave"}
          />
        ))}
      </svg>
    </figure>
  );
}

/** Dots that would lie on each other are stacked. One of those at our own error is ours. */
function layOut(errorsMs: readonly number[], ownErrorMs: number | null): readonly Dot[] {
  const heights = new Map<number, number>();
  const own = ownErrorMs === null ? null : nearest(errorsMs, ownErrorMs);
  return errorsMs.map((errorMs, i) => {
    // ahead is drawn to the left
    const at = -Math.max(-REACH_MS, Math.min(REACH_MS, errorMs));
    const column = Math.round((at * SCALE) / (DOT + 1));
    const height = heights.get(column) ?? 0;
    heights.set(column, height + 1);
    return {
      x: MIDDLE + column * (DOT + 1),
      y: BASE - 5 - height * (DOT + 1),
      isOwn: i === own,
      isFar: Math.abs(errorMs) > WARN_MS,
    };
  });
}

function nearest(values: readonly number[], to: number): number | null {
  let best: number | null = null;
  for (const [i, value] of values.entries()) {
    if (best === null || Math.abs(value - to) < Math.abs((values[best] ?? 0) - to)) best = i;
  }
  return best;
}
