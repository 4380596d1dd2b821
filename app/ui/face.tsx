import { useMemo } from "react";
import { type Note, roomFace } from "#app/domain/room-face.ts";
import { joinClasses } from "./join-classes.ts";

type FaceProps = {
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
export function Face({ seed, isLit, hasGround = true, className }: FaceProps) {
  const { hue, barAt, paths } = useMemo(() => {
    const face = roomFace(seed);
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

function pathOf(notes: readonly Note[]): string {
  return notes
    .map(({ voice, from, length }) => {
      const y = (FIRST_LANE + voice * LANE_PITCH).toFixed(1);
      return `M${(from + CAP).toFixed(1)} ${y}H${(from + length - CAP).toFixed(1)}`;
    })
    .join("");
}
