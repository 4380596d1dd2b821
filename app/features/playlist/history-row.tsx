import { Plus } from "lucide-react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { MediaGrant } from "#app/protocol/room-messages.ts";
import { coverUrl } from "#app/server-client/room/cover-url.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { Button } from "#app/ui/button.tsx";
import { Cover } from "#app/ui/cover.tsx";
import { IconButton } from "#app/ui/icon-button.tsx";
import { useIsMobile } from "#app/ui/use-media-query.ts";
import type { PlayView } from "./use-history.ts";

type HistoryRowProps = {
  readonly play: PlayView;
  readonly media: MediaGrant | null;
  readonly isBusy: boolean;
  /** Null if the track is in the playlist, or if the user may not add it. */
  readonly onAdd: (() => void) | null;
};

/** A track that was played at a certain time. */
export function HistoryRow({ play, media, isBusy, onAdd }: HistoryRowProps) {
  const { t, language } = useTranslation("history");
  const { title, cover, atMs } = play;
  const time = new Intl.DateTimeFormat(language, { timeStyle: "short" }).format(atMs);
  return (
    <li className="flex min-h-15 items-center gap-3">
      <Cover src={coverUrl(cover, media)} size={44} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-label" title={title}>
          {title}
        </span>
        <ArtistAndPerson play={play} />
      </span>
      {onAdd && <AddAgainButton title={title} isBusy={isBusy} onAdd={onAdd} />}
      <span className="shrink-0 text-small text-ink-3 tabular-nums">
        <span className="sr-only">{t("at", { time })}</span>
        <time aria-hidden dateTime={new Date(atMs).toISOString()}>
          {time}
        </time>
      </span>
    </li>
  );
}

function ArtistAndPerson({ play: { artist, addedBy } }: { readonly play: PlayView }) {
  const { t } = useTranslation("history");
  return (
    <span className="flex min-w-0 items-center gap-2 text-small text-ink-3">
      {artist && <span className="truncate">{artist}</span>}
      {addedBy && (
        <span className="flex min-w-0 items-center gap-1.5">
          <span className="sr-only">{t("addedBy", { name: addedBy.name })}</span>
          <Avatar name={addedBy.name} avatar={addedBy.avatar} size={20} />
          <span aria-hidden className="truncate">
            {addedBy.name}
          </span>
        </span>
      )}
    </span>
  );
}

type AddAgainButtonProps = { readonly title: string; readonly isBusy: boolean; readonly onAdd: () => void };

function AddAgainButton({ title, isBusy, onAdd }: AddAgainButtonProps) {
  const { t } = useTranslation("history");
  const isMobile = useIsMobile();
  const label = t("addAgainNamed", { title });
  if (isMobile) return <IconButton label={label} icon={<Plus />} variant="fill" onPress={onAdd} />;
  return (
    <Button size="sm" icon={<Plus />} isBusy={isBusy} onPress={onAdd} aria-label={label}>
      {t("addAgain")}
    </Button>
  );
}
