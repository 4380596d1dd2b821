import { useTranslation } from "#app/i18n/use-translation.ts";
import type { Player } from "./use-player.ts";

type SkipVoteTextProps = { readonly player: Player; readonly className?: string };

/** How many people have voted to skip the current track. Renders nothing while there are none. */
export function SkipVoteText({ player, className = "" }: SkipVoteTextProps) {
  const { t } = useTranslation("playback");
  const { skip } = player.view.votes;
  const isShown = skip !== null && skip.votes > 0 && skip.entryId === player.entry?.id;
  return (
    <p role="status" className={isShown ? className : "sr-only"}>
      {isShown && t("skipVotes", { votes: skip.votes, needed: skip.needed })}
    </p>
  );
}
