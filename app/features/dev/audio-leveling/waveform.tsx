const BAR_WIDTH = 2;
const BAR_PITCH = 4;
const HEIGHT = 64;
/** Silence is drawn as a line of dots. */
const MIN_BAR_HEIGHT = 1;

type WaveformProps = {
  readonly label: string;
  /** Heights, 0 to 1. */
  readonly bars: readonly number[];
  /** The class of the bars' color. */
  readonly className: string;
};

/** A waveform that fills the width. */
export function Waveform({ label, bars, className }: WaveformProps) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${bars.length * BAR_PITCH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={`h-16 w-full ${className}`}
    >
      <path d={bars.map(toBarPath).join("")} />
    </svg>
  );
}

function toBarPath(bar: number, i: number): string {
  const height = Math.max(MIN_BAR_HEIGHT, bar * HEIGHT);
  return `M${i * BAR_PITCH} ${(HEIGHT - height) / 2}h${BAR_WIDTH}v${height}h${-BAR_WIDTH}z`;
}
