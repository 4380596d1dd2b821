import type { KeyboardEvent } from "react";
import { REACTIONS, type Reaction, sumOf, totalCounts } from "#app/domain/reactions/reactions.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useStore } from "#app/lib/use-store.ts";
import { offProps } from "#app/ui/disabled-reason.tsx";
import { hasModifier } from "#app/ui/shortcuts.ts";
import type { Player } from "../use-player.ts";
import { floatsOf } from "./float-store.ts";

/** The names of `REACTIONS`. */
const NAMES = ["like", "love", "fire", "funny", "wow", "applause"] as const;

/** Six buttons to react to the moment that plays, with the counts of the track. The keys 1 to 6 press them. */
export function ReactionBar({ player }: { readonly player: Player }) {
  const { t } = useTranslation("playback");
  const { connection, entry, isPlaying } = player;
  const reactions = useStore(connection.reactions);
  const counts = totalCounts(reactions.entryId === entry?.id ? reactions.marks : []);
  const total = sumOf(counts);
  const isOff = !entry || !isPlaying;
  const react = (reaction: Reaction) => !isOff && floatsOf(connection).react(entry.id, reaction);
  const onKeyDown = (event: KeyboardEvent) => {
    const reaction = REACTIONS.findIndex((_, i) => event.code === `Digit${i + 1}`);
    if (reaction < 0 || event.repeat || hasModifier(event)) return;
    event.preventDefault();
    react(reaction);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form's
    <div role="group" aria-label={t("reactions.title")} onKeyDown={onKeyDown} className="grid justify-items-center gap-1">
      <div className="flex">
        {NAMES.map((name, i) => (
          <ReactionButton
            key={name}
            emoji={REACTIONS[i] ?? ""}
            label={t(`reactions.${name}`)}
            count={counts[i] ?? 0}
            disabledReason={isOff ? t("reactions.idle") : null}
            onPress={() => react(i)}
          />
        ))}
      </div>
      <p className="text-caption text-ink-3">{isOff ? t("reactions.idle") : t("reactions.total", { count: total })}</p>
    </div>
  );
}

type ReactionButtonProps = {
  readonly emoji: string;
  readonly label: string;
  readonly count: number;
  readonly disabledReason: string | null;
  readonly onPress: () => void;
};

function ReactionButton({ emoji, label, count, disabledReason, onPress }: ReactionButtonProps) {
  return (
    <button
      type="button"
      {...offProps(disabledReason)}
      aria-label={count > 0 ? `${label}: ${count}` : label}
      title={label}
      onClick={onPress}
      className="forced-control grid min-h-12 w-11 place-items-center rounded-md hover:usable:bg-sunken off:cursor-not-allowed off:opacity-50 motion-safe:usable:active:scale-[0.97]"
    >
      <span aria-hidden className="text-[22px] leading-7">
        {emoji}
      </span>
      <span aria-hidden className="h-4 text-caption text-ink-3 tabular-nums">
        {count > 0 && count}
      </span>
    </button>
  );
}
