import { useMemo } from "react";
import { createRoomArtwork, type Note } from "#app/domain/room/room-artwork.ts";
import { BAR_HEIGHT, drawRoomArtwork } from "./draw-room-artwork.ts";
import { joinClasses } from "./join-classes.ts";

type RoomArtworkProps = {
  readonly seed: string;
  /** Somebody is there. */
  readonly isLit: boolean;
  readonly hasGround?: boolean;
  readonly className?: string;
};

const TONES = ["a", "b", "c"] as const;
// six lanes, in percent of the height
const FIRST_LANE = 15;
const LANE_PITCH = 13.9;
/** The round ends of a bar stick out of its line; about 1 % of the width of a card. */
const CAP = 1;

/** A room's face, drawn from its id: a piano roll whose voices all come in on one bar. Decorative. */
export function RoomArtwork({ seed, isLit, hasGround = true, className }: RoomArtworkProps) {
  const { hue, barAt, paths } = useMemo(() => {
    const face = createRoomArtwork(seed);
    return { ...face, paths: TONES.map((tone) => ({ tone, d: pathOf(face.notes.filter((note) => note.tone === tone)) })) };
  }, [seed]);
  const ground = isLit ? `oklch(var(--face-ground) ${hue})` : "var(--roll-bg)";
  return (
    <svg
      aria-hidden
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className={joinClasses("block size-full", className)}
      style={hasGround ? { background: ground } : undefined}
    >
      {/* strokes keep their width and their round ends however wide the card is drawn */}
      {paths.map(({ tone, d }) => (
        <path
          key={tone}
          d={d}
          vectorEffect="non-scaling-stroke"
          strokeWidth={6}
          strokeLinecap="round"
          style={{ stroke: isLit ? `oklch(var(--face-${tone}) ${hue})` : `var(--quiet-${tone})` }}
        />
      ))}
      <path d={`M${barAt} 0V100`} vectorEffect="non-scaling-stroke" strokeWidth={1.5} className="stroke-ink opacity-[0.22]" />
    </svg>
  );
}

type RoomArtworkLinesProps = {
  /** Tall: the bar line at the left, fading downwards. Wide: past the middle, with room for words at the left. */
  readonly shape?: "tall" | "wide";
  readonly className?: string;
};

const SHAPES = {
  tall: "[--bar-at:40px] [mask-image:linear-gradient(#000_40%,transparent_78%)]",
  wide: "[--bar-at:53%] [mask-image:linear-gradient(90deg,transparent_40%,#000_52%)]",
} as const;
const STATUS_DOT_HUE = 123;

/** All together: the face of a room in which everything is in sync, in the colours of the lamp. Decorative. */
export function RoomArtworkLines({ shape = "tall", className }: RoomArtworkLinesProps) {
  const art = useMemo(drawRoomArtwork, []);
  return (
    <svg aria-hidden className={joinClasses("block size-full", SHAPES[shape], className)}>
      {/* in px from the bar line on: it is cut off, never stretched */}
      <g style={{ transform: "translateX(var(--bar-at))" }} strokeWidth={BAR_HEIGHT} strokeLinecap="round">
        {shape === "wide" && <path d={art.strays} style={{ stroke: "var(--quiet-a)" }} />}
        {TONES.map((tone) => (
          <path key={tone} d={art[tone]} style={{ stroke: `oklch(var(--face-${tone}) ${STATUS_DOT_HUE})` }} />
        ))}
        <path d="M0 0V2000" strokeWidth={2} className="stroke-lamp" />
      </g>
    </svg>
  );
}

function pathOf(notes: readonly Note[]): string {
  return notes
    .map(({ voice, from, length }) => {
      const y = (FIRST_LANE + voice * LANE_PITCH).toFixed(1);
      return `M${(from + CAP).toFixed(1)} ${y}H${(from + length - CAP).toFixed(1)}`;
    })
    .join("");
}
