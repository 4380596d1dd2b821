import { Link } from "@remix-run/react";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { Avatar } from "#app/ui/avatar.tsx";
import { HeartButton } from "#app/ui/heart-button.tsx";
import { RoomArtwork } from "#app/ui/room-artwork.tsx";
import { CardMarks } from "./card-marks.tsx";
import { PeopleChip } from "./people-chip.tsx";
import type { ListedRoom } from "./room-pages.ts";

type RoomCardProps = {
  readonly listed: ListedRoom;
  /** What is known is old: neither counts nor light. */
  readonly isOffline: boolean;
  readonly onFavorite: (listed: ListedRoom) => void;
};

/** The whole card leads into the room. Lit: somebody is there. All cards are of one height. */
export const RoomCard = memo(function RoomCard({ listed, isOffline, onFavorite }: RoomCardProps) {
  // once for all parts of a card: looking texts up anew in each is what rendering a page of cards would spend its time on
  const { t, i18n } = useTranslation(["home", "shell"]);
  const { room, author, activeUsers, isFavorite } = listed;
  return (
    <article className="group relative flex h-full flex-col rounded-lg bg-surface shadow-1 transition-shadow duration-160 has-[a:hover]:shadow-2">
      <div className="relative h-21 shrink-0 overflow-hidden rounded-t-lg md:h-28">
        <RoomArtwork seed={room._id} isLit={activeUsers > 0 && !isOffline} />
        {!isOffline && <PeopleChip activeUsers={activeUsers} locale={i18n.language} t={t} />}
      </div>
      <div className="flex min-h-0 flex-1 flex-col px-4 py-3.5">
        <div className="flex items-start gap-3">
          <h2 className="line-clamp-2 min-w-0 flex-1 pt-0.5 text-lead leading-[22px] font-bold tracking-[-.008em] wrap-anywhere">
            <Link
              to={`/room/${room.room_url}`}
              prefetch="intent"
              className="after:absolute after:inset-0 after:rounded-lg focus-visible:outline-0 focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus"
            >
              {room.name}
            </Link>
          </h2>
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
        <footer className="mt-auto flex items-center gap-2 pt-3 text-small text-ink-2">
          {author && (
            <>
              <Avatar name={author.name} avatar={author.avatar} size={24} />
              <span className="min-w-0 truncate">{author.name}</span>
            </>
          )}
          <CardMarks room={room} t={t} />
        </footer>
      </div>
    </article>
  );
});
