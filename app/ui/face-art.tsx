import { hashText } from "#app/domain/room-face.ts";
import { joinClasses } from "./join-classes.ts";

type FaceArtProps = {
  /** Tall: the bar line at the left, fading downwards. Wide: past the middle, with room for words at the left. */
  readonly shape?: "tall" | "wide";
  readonly className?: string;
};

// in px: it is cut off, never stretched
const BAR_HEIGHT = 16;
const FIRST_LANE = 39;
const LANE_PITCH = 39;
const LANES = 16;
const REACH = 1400;
const ENTRY_GAP = 6;
const TONES = ["a", "b", "c"] as const;
type Tone = (typeof TONES)[number];

const SHAPES = {
  tall: "[--bar-at:40px] [mask-image:linear-gradient(#000_40%,transparent_78%)]",
  wide: "[--bar-at:53%] [mask-image:linear-gradient(90deg,transparent_40%,#000_52%)]",
} as const;

const LIT = paths();
const STRAYS = strays();

/** All together: the face of a room in which everything is in sync, in the colours of the lamp. Decorative. */
export function FaceArt({ shape = "tall", className }: FaceArtProps) {
  return (
    <svg aria-hidden className={joinClasses("block size-full", SHAPES[shape], className)}>
      <g style={{ transform: "translateX(var(--bar-at))" }} strokeWidth={BAR_HEIGHT} strokeLinecap="round">
        {shape === "wide" && <path d={STRAYS} style={{ stroke: "var(--quiet-a)" }} />}
        {TONES.map((tone) => (
          <path key={tone} d={LIT[tone]} style={{ stroke: `oklch(var(--face-${tone}) 123)` }} />
        ))}
        <path d="M0 0V2000" strokeWidth={2} className="stroke-lamp" />
      </g>
    </svg>
  );
}

function paths(): Record<Tone, string> {
  const drawn: Record<Tone, string> = { a: "", b: "", c: "" };
  for (let lane = 0; lane < LANES; lane++) {
    let from = ENTRY_GAP;
    for (let n = 0; from < REACH; n++) {
      const length = n === 0 ? chance(lane, n, 92, 178) : chance(lane, n, BAR_HEIGHT, 128);
      const tone = n === 0 ? "a" : (TONES[chance(lane, n + 50, 0, 3)] ?? "a");
      drawn[tone] += bar(lane, from, length);
      from += length + chance(lane, n + 100, 11, 31);
    }
  }
  return drawn;
}

function strays(): string {
  let drawn = "";
  for (let lane = 0; lane < LANES; lane++) {
    const length = chance(lane, 200, BAR_HEIGHT, 40);
    const from = -ENTRY_GAP - length - chance(lane, 201, 0, 30);
    drawn += bar(lane, from, length);
    if (lane % 2 === 0) drawn += bar(lane, from - 58, chance(lane, 202, BAR_HEIGHT, 38));
  }
  return drawn;
}

function bar(lane: number, from: number, length: number): string {
  const y = FIRST_LANE + lane * LANE_PITCH;
  return `M${from + BAR_HEIGHT / 2} ${y}H${from + length - BAR_HEIGHT / 2}`;
}

/** The same everywhere and always, or the server would draw one thing and the browser another. */
function chance(lane: number, n: number, from: number, below: number): number {
  return from + (hashText(`${lane} ${n}`) % (below - from));
}
