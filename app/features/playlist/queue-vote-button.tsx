import { ChevronUp } from "lucide-react";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";

type QueueVoteButtonProps = {
  readonly entry: Entry;
  readonly votes: number;
  /** The user has voted for the entry. */
  readonly isOwn: boolean;
  /** Null if the user may not vote. */
  readonly onToggle: (() => void) | null;
};

/** The votes for a queued entry, and the button to vote. A second press withdraws the vote. */
export function QueueVoteButton({ entry, votes, isOwn, onToggle }: QueueVoteButtonProps) {
  const { t } = useTranslation("playback");
  const label = t("upNext.votes", { count: votes });
  if (!onToggle) return <span className="shrink-0 text-small text-ink-2">{label}</span>;
  return (
    <Button
      size="sm"
      variant={isOwn ? "secondary" : "ghost"}
      icon={<ChevronUp />}
      aria-pressed={isOwn}
      aria-label={`${t("upNext.vote", { title: entry.track.title })}, ${label}`}
      onPress={onToggle}
    >
      <span className="tabular-nums">{votes}</span>
    </Button>
  );
}
