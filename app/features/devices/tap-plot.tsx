import { TAPS_NEEDED } from "./tap-beat.ts";
import { toPlotShare } from "./tap-display.ts";

const COLUMN = 26;
const HEIGHT = 64;
const BEAT_Y = 12;
const TAP_Y = 52;
const BEATS = Array.from({ length: TAPS_NEEDED }, (_, index) => index);

/** Each beat with the tap that belongs to it: the lines are parallel if the taps are steady. The progress is also a text. */
export function TapPlot({ offsetsMs }: { readonly offsetsMs: readonly number[] }) {
  return (
    <svg viewBox={`0 0 ${COLUMN * TAPS_NEEDED} ${HEIGHT}`} aria-hidden className="block w-full">
      {BEATS.map((beat) => (
        <Beat key={beat} x={COLUMN * (beat + 0.5)} offsetMs={offsetsMs[beat]} />
      ))}
    </svg>
  );
}

function Beat({ x, offsetMs }: { readonly x: number; readonly offsetMs: number | undefined }) {
  const tapX = offsetMs === undefined ? null : x + toPlotShare(offsetMs) * (COLUMN / 2);
  return (
    <>
      <path d={`M${x} 2V${HEIGHT - 2}`} className="fill-none stroke-line-strong opacity-45" />
      <circle cx={x} cy={BEAT_Y} r={4} className="fill-ink-2" />
      {tapX !== null && (
        <>
          <path d={`M${x} ${BEAT_Y}L${tapX} ${TAP_Y}`} className="fill-none stroke-accent-wave stroke-[1.5]" />
          <circle cx={tapX} cy={TAP_Y} r={5} className="fill-accent-wave" />
        </>
      )}
    </>
  );
}
