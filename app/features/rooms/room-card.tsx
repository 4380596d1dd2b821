import { Link } from "@remix-run/react";
import { memo } from "react";
import type { Translate } from "#app/i18n/text-keys.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { HeartButton } from "#app/ui/heart-button.tsx";
import { RoomArtwork } from "#app/ui/room-artwork.tsx";
import { CardChip } from "./card-chip.tsx";
import { NowPlayingChip } from "./now-playing-chip.tsx";
import { PeopleChip } from "./people-chip.tsx";
import { RoomBadges } from "./room-badges.tsx";
import type { ListedRoom } from "./room-pages.ts";

type RoomCardProps = {
  readonly listed: ListedRoom;
  /** The list no longer has the room. Its card is dimmed and leads nowhere. */
  readonly isRemoved: boolean;
  /** The data may be outdated, so neither people and track nor the active artwork are shown. */
  readonly isOffline: boolean;
  readonly onFavorite: (listed: ListedRoom) => void;
};

type CardPartProps = { readonly listed: ListedRoom; readonly t: Translate<readonly ["home", "shell"]> };

/** A room in the list. The entire card is a link. All cards are of the same height. */
export const RoomCard = memo(function RoomCard({ listed, isRemoved, isOffline, onFavorite }: RoomCardProps) {
  // The parts of the card share one translation hook. One in each part would dominate the rendering time of a page.
  const { t, language } = useTranslation(["home", "shell"]);
  const { room, activeUsers, nowPlaying, isFavorite } = listed;
  const isCurrent = !isOffline && !isRemoved;
  return (
    <article
      className={`group relative flex h-full flex-col rounded-lg bg-surface shadow-1 transition-shadow duration-160 has-[a:hover]:shadow-2 ${isRemoved ? "text-ink-3 [--ink-2:var(--ink-3)]" : ""}`}
    >
      <div className="relative h-21 shrink-0 overflow-hidden rounded-t-lg md:h-28">
        <RoomArtwork seed={room._id} isActive={activeUsers > 0 && isCurrent} />
        <div className="absolute inset-x-3 bottom-3 flex gap-2">
          {isRemoved && <CardChip className="text-ink-3">{t("removed")}</CardChip>}
          {isCurrent && <PeopleChip activeUsers={activeUsers} locale={language} t={t} />}
          {isCurrent && nowPlaying && <NowPlayingChip track={nowPlaying} label={t("nowPlaying")} />}
        </div>
      </div>
      <div className="flex min-h-0 flex-1 flex-col px-4 py-3.5">
        <div className="flex items-start gap-3">
          <h2 className="line-clamp-2 min-w-0 flex-1 pt-0.5 text-lead leading-[22px] font-bold tracking-[-.008em] wrap-anywhere">
            {isRemoved ? room.name : <RoomLink listed={listed} />}
          </h2>
          {!isRemoved && (
            <HeartButton
              label={t("favoriteOf", { name: room.name })}
              isOn={isFavorite}
              onPress={() => onFavorite(listed)}
              className="z-1 -mt-1 -mr-1.5"
            />
          )}
        </div>
        <p className={`mt-1 line-clamp-2 text-small wrap-anywhere ${room.description ? "text-ink-2" : "text-ink-3"}`}>
          {room.description || t("noDescription")}
        </p>
        <CardFooter listed={listed} t={t} />
      </div>
    </article>
  );
});

function RoomLink({ listed: { room } }: Pick<CardPartProps, "listed">) {
  return (
    <Link
      to={`/room/${room.room_url}`}
      prefetch="intent"
      title={room.name}
      className="after:absolute after:inset-0 after:rounded-lg focus-visible:outline-0 focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus"
    >
      {room.name}
    </Link>
  );
}

function CardFooter({ listed: { room, author }, t }: CardPartProps) {
  return (
    <footer className="mt-auto flex items-center gap-2 pt-3 text-small text-ink-2">
      {author && (
        <>
          <Avatar name={author.name} avatar={author.avatar} size={24} />
          <span title={author.name} className="min-w-0 truncate">
            {author.name}
          </span>
        </>
      )}
      <RoomBadges room={room} t={t} />
    </footer>
  );
}
