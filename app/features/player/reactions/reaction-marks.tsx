import { reactionLimits } from "#app/domain/reactions/reaction-limits.ts";
import { type ReactionMarks as Marks, sumOf } from "#app/domain/reactions/reactions.ts";

/** Marks where in the track people have reacted: the more reactions, the stronger. */
export function ReactionMarks({ marks }: { readonly marks: Marks }) {
  const sums = marks.map(({ part, counts }) => ({ part, sum: sumOf(counts) }));
  const max = Math.max(1, ...sums.map(({ sum }) => sum));
  return (
    <span aria-hidden data-testid="reaction-marks" className="pointer-events-none absolute inset-x-0 -bottom-0.5">
      {sums.map(({ part, sum }) => (
        <span
          key={part}
          className="absolute bottom-0 min-w-1 rounded-full border-b-3 border-ink-2"
          style={{
            left: `${(part / reactionLimits.parts) * 100}%`,
            width: `${100 / reactionLimits.parts}%`,
            opacity: 0.35 + 0.65 * Math.sqrt(sum / max),
          }}
        />
      ))}
    </span>
  );
}
