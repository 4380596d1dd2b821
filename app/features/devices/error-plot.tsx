import type { DeviceId } from "#app/domain/ids.ts";
import { MINUTE_MS } from "#app/domain/units.ts";
import { formatMs } from "#app/i18n/format.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useStore } from "#app/lib/use-store.ts";
import { HISTORY_MS } from "#app/server-client/room/device-history.ts";
import { useDevices } from "./devices-context.ts";
import { layOutPlot, type PlotShape } from "./plot-shape.ts";

const WIDTH_PX = 320;
const HEIGHT_PX = 56;

type ErrorPlotProps = { readonly deviceId: DeviceId; readonly name: string };

/** The error of a device in the last minutes, with its bound. */
export function ErrorPlot({ deviceId, name }: ErrorPlotProps) {
  const { t, language } = useTranslation("devices");
  const points = useStore(useDevices().room.history).get(deviceId) ?? [];
  const minutes = HISTORY_MS / MINUTE_MS;
  const nowMs = points.at(-1)?.atMs ?? 0;
  const shape = layOutPlot(points, { nowMs, spanMs: HISTORY_MS, width: WIDTH_PX, height: HEIGHT_PX });
  if (!shape) return <p className="text-caption text-ink-3">{t("detail.plotEmpty")}</p>;
  return (
    <figure aria-label={t("detail.plot", { name, minutes, ms: formatMs(shape.largestMs, language) })}>
      <Chart shape={shape} />
      <figcaption aria-hidden className="flex justify-between text-micro text-ink-3 tabular-nums">
        <span>{t("detail.plotFrom", { minutes })}</span>
        <span>± {t("ms", { ms: formatMs(shape.rangeMs, language) })}</span>
        <span>{t("detail.plotTo")}</span>
      </figcaption>
    </figure>
  );
}

function Chart({ shape }: { readonly shape: PlotShape }) {
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${WIDTH_PX} ${HEIGHT_PX}`}
      preserveAspectRatio="none"
      className="forced-edge h-14 w-full rounded-sm bg-sunken"
    >
      <path d={`M0 ${HEIGHT_PX / 2}H${WIDTH_PX}`} vectorEffect="non-scaling-stroke" className="stroke-line-strong" />
      <path d={shape.band} className="fill-accent-wave opacity-25" />
      <path
        d={shape.line}
        fill="none"
        strokeWidth={1.5}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
        className="stroke-accent-wave"
      />
    </svg>
  );
}
