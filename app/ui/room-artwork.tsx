import { useMemo } from "react";
import { createRoomArtwork, type Note } from "#app/domain/room/room-artwork.ts";
import { BAR_HEIGHT, drawRoomArtwork } from "./draw-room-artwork.ts";
import { joinClasses } from "./join-classes.ts";

type RoomArtworkProps = {
  readonly seed: string;
  /** Whether anyone is in the room. An inactive room is gray. */
  readonly isActive: boolean;
  readonly hasBackground?: boolean;
};

const TONES = ["a", "b", "c"] as const;
// six lanes of notes, in percent of the height
const FIRST_LANE = 15;
const LANE_PITCH = 13.9;
/** Round line ends add about 1 % of the width on each side. */
const CAP = 1;

/** A room's picture, generated from its id: a piano roll with a note in each lane that starts at the bar line. Decorative. */
export function RoomArtwork({ seed, isActive, hasBackground = true }: RoomArtworkProps) {
  const { hue, barAt, paths } = useMemo(() => {
    const artwork = createRoomArtwork(seed);
    const paths = TONES.map((tone) => ({ tone, d: toPath(artwork.notes.filter((note) => note.tone === tone)) }));
    return { ...artwork, paths };
  }, [seed]);
  const background = isActive ? `oklch(var(--artwork-bg) ${hue})` : "var(--roll-bg)";
  return (
    <svg
      aria-hidden
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className="block size-full"
      style={hasBackground ? { background } : undefined}
    >
      {/* non-scaling strokes keep their width and round ends at any aspect ratio */}
      {paths.map(({ tone, d }) => (
        <path
          key={tone}
          d={d}
          vectorEffect="non-scaling-stroke"
          strokeWidth={6}
          strokeLinecap="round"
          style={{ stroke: isActive ? `oklch(var(--artwork-${tone}) ${hue})` : `var(--quiet-${tone})` }}
        />
      ))}
      <path d={`M${barAt} 0V100`} vectorEffect="non-scaling-stroke" strokeWidth={1.5} className="stroke-ink opacity-[0.22]" />
    </svg>
  );
}

type RoomArtworkLinesProps = {
  /** `tall`: the bar line at the left, fading out downwards. `wide`: past the center, with space for text at the left. */
  readonly shape?: "tall" | "wide";
  readonly className?: string;
};

const SHAPES = {
  tall: "[--bar-at:40px] [mask-image:linear-gradient(#000_40%,transparent_78%)]",
  wide: "[--bar-at:53%] [mask-image:linear-gradient(90deg,transparent_40%,#000_52%)]",
} as const;
const ACCENT_HUE = 123;

/** The artwork of the product itself, in the accent color. A note in each lane starts at the bar line. Decorative. */
export function RoomArtworkLines({ shape = "tall", className }: RoomArtworkLinesProps) {
  const artwork = useMemo(drawRoomArtwork, []);
  return (
    <svg aria-hidden className={joinClasses("block size-full", SHAPES[shape], className)}>
      {/* in px from the bar line: cropped to the size of the element, not stretched */}
      <g style={{ transform: "translateX(var(--bar-at))" }} strokeWidth={BAR_HEIGHT} strokeLinecap="round">
        {shape === "wide" && <path d={artwork.strays} style={{ stroke: "var(--quiet-a)" }} />}
        {TONES.map((tone) => (
          <path key={tone} d={artwork[tone]} style={{ stroke: `oklch(var(--artwork-${tone}) ${ACCENT_HUE})` }} />
        ))}
        <path d="M0 0V2000" strokeWidth={2} className="stroke-indicator" />
      </g>
    </svg>
  );
}

function toPath(notes: readonly Note[]): string {
  return notes
    .map(({ lane, from, length }) => {
      const y = (FIRST_LANE + lane * LANE_PITCH).toFixed(1);
      return `M${(from + CAP).toFixed(1)} ${y}H${(from + length - CAP).toFixed(1)}`;
    })
    .join("");
}
