import { Link } from "@remix-run/react";
import type { TFunction } from "i18next";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { Avatar } from "#app/ui/avatar.tsx";
import { HeartButton } from "#app/ui/heart-button.tsx";
import { RoomArtwork } from "#app/ui/room-artwork.tsx";
import { PeopleChip } from "./people-chip.tsx";
import { RoomBadges } from "./room-badges.tsx";
import type { ListedRoom } from "./room-pages.ts";

type RoomCardProps = {
  readonly listed: ListedRoom;
  /** The data may be outdated, so the number of people and the active artwork are not shown. */
  readonly isOffline: boolean;
  readonly onFavorite: (listed: ListedRoom) => void;
};

type CardPartProps = { readonly listed: ListedRoom; readonly t: TFunction<["home", "shell"]> };

/** A room in the list. The entire card is a link. All cards are of the same height. */
export const RoomCard = memo(function RoomCard({ listed, isOffline, onFavorite }: RoomCardProps) {
  // The parts of the card share one translation hook. One in each part would dominate the rendering time of a page.
  const { t, i18n } = useTranslation(["home", "shell"]);
  const { room, activeUsers, isFavorite } = listed;
  return (
    <article className="group relative flex h-full flex-col rounded-lg bg-surface shadow-1 transition-shadow duration-160 has-[a:hover]:shadow-2">
      <div className="relative h-21 shrink-0 overflow-hidden rounded-t-lg md:h-28">
        <RoomArtwork seed={room._id} isActive={activeUsers > 0 && !isOffline} />
        {!isOffline && <PeopleChip activeUsers={activeUsers} locale={i18n.language} t={t} />}
      </div>
      <div className="flex min-h-0 flex-1 flex-col px-4 py-3.5">
        <div className="flex items-start gap-3">
          <RoomLink listed={listed} />
          <HeartButton
            label={t("favoriteOf", { name: room.name })}
            isOn={isFavorite}
            onPress={() => onFavorite(listed)}
            className="z-1 -mt-1 -mr-1.5"
          />
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
    <h2 className="line-clamp-2 min-w-0 flex-1 pt-0.5 text-lead leading-[22px] font-bold tracking-[-.008em] wrap-anywhere">
      <Link
        to={`/room/${room.room_url}`}
        prefetch="intent"
        className="after:absolute after:inset-0 after:rounded-lg focus-visible:outline-0 focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus"
      >
        {room.name}
      </Link>
    </h2>
  );
}

function CardFooter({ listed: { room, author }, t }: CardPartProps) {
  return (
    <footer className="mt-auto flex items-center gap-2 pt-3 text-small text-ink-2">
      {author && (
        <>
          <Avatar name={author.name} avatar={author.avatar} size={24} />
          <span className="min-w-0 truncate">{author.name}</span>
        </>
      )}
      <RoomBadges room={room} t={t} />
    </footer>
  );
}
