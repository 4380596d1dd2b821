import { Link } from "@remix-run/react";
import { Crown } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Person } from "#app/domain/person.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { Equaliser } from "#app/ui/equaliser.tsx";
import { Face } from "#app/ui/face.tsx";
import { Tooltip } from "#app/ui/tooltip.tsx";

/** A room as the list shows it. */
export type CardRoom = {
  readonly _id: string;
  readonly name: string;
  readonly description: string;
  readonly room_url: string;
};

type RoomCardProps = {
  readonly room: CardRoom;
  readonly author: Person | undefined;
  readonly activeUsers: number;
  readonly isOwn: boolean;
};

/** The whole card leads into the room. Lit: somebody is there. */
export function RoomCard({ room, author, activeUsers, isOwn }: RoomCardProps) {
  const { t, i18n } = useTranslation("home");
  const isLit = activeUsers > 0;
  return (
    <article className="group relative flex flex-col rounded-lg bg-surface shadow-1 transition-shadow duration-160 has-[a:hover]:shadow-2">
      <div className="relative h-21 overflow-hidden rounded-t-lg md:h-28">
        <Face seed={room._id} isLit={isLit} />
        <span
          className={`absolute bottom-3 left-3 inline-flex h-6.5 items-center gap-2 rounded-full bg-overlay px-2.5 text-caption shadow-[0_1px_3px_oklch(0_0_0/.12)] ${isLit ? "font-strong" : "text-ink-3"}`}
        >
          {isLit ? (
            <>
              <Equaliser isOn className="size-3" />
              <span aria-hidden className="tabular-nums">
                {new Intl.NumberFormat(i18n.language).format(activeUsers)}
              </span>
              <span className="sr-only">{t("here", { count: activeUsers })}</span>
            </>
          ) : (
            t("quiet")
          )}
        </span>
      </div>
      <div className="flex flex-1 flex-col px-4 py-3.5">
        <h2 className="line-clamp-2 pt-0.5 text-lead leading-[22px] font-bold tracking-[-.008em]">
          <Link
            to={`/room/${room.room_url}`}
            prefetch="intent"
            className="after:absolute after:inset-0 after:rounded-lg focus-visible:outline-0 focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus"
          >
            {room.name}
          </Link>
        </h2>
        <p className={`mt-1 line-clamp-2 min-h-10 text-small ${room.description ? "text-ink-2" : "text-ink-3"}`}>
          {room.description || t("noDescription")}
        </p>
        <footer className="mt-auto flex items-center gap-2 pt-3 text-small text-ink-2">
          {author && (
            <>
              <Avatar name={author.name} avatar={author.avatar} size={24} />
              <span className="min-w-0 truncate">{author.name}</span>
            </>
          )}
          {isOwn && (
            <span className="relative z-1 ml-auto">
              <Tooltip text={t("owned")}>
                {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard must reach what the tooltip says */}
                <span role="img" tabIndex={0} aria-label={t("owned")} className="block rounded-sm text-ink-2">
                  <Crown size={16} aria-hidden />
                </span>
              </Tooltip>
            </span>
          )}
        </footer>
      </div>
    </article>
  );
}
