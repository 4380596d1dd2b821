import { type ReactNode, useId, useRef } from "react";
import { type RecentRoom, removeRecentRoom } from "#app/app-state/recent-rooms.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { RecentRoomItem } from "./recent-room-item.tsx";

type RecentRoomSectionProps = {
  readonly rooms: readonly RecentRoom[];
  /** `row`: one line, which can be scrolled. `column`: one room below the other. */
  readonly layout: keyof typeof LAYOUTS;
  readonly isDocumentLink?: boolean;
  /** A text below the title. */
  readonly children?: ReactNode;
};

const LAYOUTS = {
  // the margins let the scrolled items reach the edges of the page, and leave space for their shadows
  row: { list: "-mx-4 flex gap-3 overflow-x-auto px-4 pt-2 pb-3 md:-mx-8 md:px-8", item: "w-64 shrink-0" },
  column: { list: "grid gap-3 pt-3", item: "min-w-0" },
} as const;

/** The recently visited rooms, each with a button that removes it from the list. */
export function RecentRoomSection({ rooms, layout, isDocumentLink = false, children }: RecentRoomSectionProps) {
  const { t } = useTranslation("home");
  const titleId = useId();
  const list = useRef<HTMLUListElement>(null);
  const remove = ({ id }: RecentRoom) => {
    removeRecentRoom(id);
    // the focused button disappears; the next Tab continues in the list
    list.current?.focus({ preventScroll: true });
  };
  return (
    <section aria-labelledby={titleId} className="pt-2">
      <h2 id={titleId} className="text-lead font-bold">
        {t("recent.title")}
      </h2>
      {children}
      <ul ref={list} tabIndex={-1} aria-labelledby={titleId} className={`${LAYOUTS[layout].list} outline-none`}>
        {rooms.map((room) => (
          <li key={room.id} className={LAYOUTS[layout].item}>
            <RecentRoomItem room={room} isDocumentLink={isDocumentLink} onRemove={() => remove(room)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
