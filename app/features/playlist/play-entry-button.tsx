import { Play } from "lucide-react";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { IconButton } from "#app/ui/icon-button.tsx";
import { useRowContext } from "./row-context.ts";

/** Plays the entry for everyone. Rows of phones show it, because a tap on a row only selects it. */
export function PlayEntryButton({ entry }: { readonly entry: Entry }) {
  const { t } = useTranslation("room");
  const { canPlay, commands, currentId, isPlaying } = useRowContext();
  if (!canPlay || (entry.id === currentId && isPlaying)) return null;
  return (
    <IconButton
      size="sm"
      tabIndex={-1}
      label={t("playlist.play", { title: entry.track.title })}
      icon={<Play fill="currentColor" />}
      onPress={() => commands.select(entry.id)}
    />
  );
}
