import { REACTIONS, totalCounts } from "#app/domain/reactions/reactions.ts";
import { useStore } from "#app/lib/use-store.ts";
import { useMediaQuery } from "#app/ui/use-media-query.ts";
import { SkipVoteText } from "../skip-vote-text.tsx";
import type { Player } from "../use-player.ts";
import { type FloatBatch, floatsOf } from "./float-store.ts";

/** Above the player: the reactions of this moment, and the vote to skip. */
export function MomentLayer({ player }: { readonly player: Player }) {
  const batches = useStore(floatsOf(player.connection).batches);
  const isStill = useMediaQuery("(prefers-reduced-motion: reduce)");
  return (
    <>
      <div className="pointer-events-none fixed inset-x-2 bottom-(--player-space) z-(--z-dock) flex justify-center">
        <SkipVoteText
          player={player}
          className="floats forced-edge rounded-full bg-overlay px-3 py-1.5 text-small font-label shadow-2"
        />
      </div>
      <div
        aria-hidden
        data-testid="floats"
        className="pointer-events-none fixed right-4 bottom-(--player-space) z-(--z-toast) h-56 w-28 md:right-8"
      >
        {isStill ? <StillCounts batches={batches} /> : <Floats batches={batches} />}
      </div>
    </>
  );
}

type BatchesProps = { readonly batches: readonly FloatBatch[] };

function Floats({ batches }: BatchesProps) {
  const floats = batches.flatMap((batch) => batch.floats);
  return floats.map(({ id, emoji, leftPercent, delayMs }) => (
    <span
      key={id}
      className="absolute bottom-0 -translate-x-1/2 animate-float-up text-[26px] leading-none"
      style={{ left: `${leftPercent}%`, animationDelay: `${delayMs}ms` }}
    >
      {emoji}
    </span>
  ));
}

/** For people who prefer reduced motion. */
function StillCounts({ batches }: BatchesProps) {
  const counts = totalCounts(batches.map((batch) => ({ part: 0, counts: batch.counts })));
  if (batches.length === 0) return null;
  return (
    <span className="absolute right-0 bottom-2 flex max-w-60 flex-wrap justify-end gap-2 rounded-lg bg-overlay px-3 py-1.5 text-small whitespace-nowrap shadow-2">
      {REACTIONS.map((emoji, i) => (counts[i] ? <span key={emoji}>{`${emoji} ${counts[i]}`}</span> : null))}
    </span>
  );
}
