import { ChevronRight } from "lucide-react";
import type { RoomId } from "#app/domain/ids.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { pressProps } from "#app/ui/press-props.ts";
import { RoomArtwork } from "#app/ui/room-artwork.tsx";

/** A room to which the person may add tracks. */
export type TargetRoom = { readonly id: RoomId; readonly url: string; readonly name: string };

type RoomChoiceProps = { readonly rooms: readonly TargetRoom[]; readonly onChoose: (room: TargetRoom) => void };

export function RoomChoice({ rooms, onChoose }: RoomChoiceProps) {
  const { t } = useTranslation("share");
  return (
    <section className="grid gap-2">
      <h2 className="text-lead font-bold">{t("choose")}</h2>
      <ul className="grid gap-2">
        {rooms.map((room) => (
          <li key={room.id}>
            <button
              type="button"
              {...pressProps(() => onChoose(room))}
              className="flex w-full items-center gap-3 rounded-md bg-surface p-2 text-left shadow-1 transition-shadow duration-160 hover:shadow-2"
            >
              <span className="size-10 shrink-0 overflow-hidden rounded-sm">
                <RoomArtwork seed={room.id} isActive={false} />
              </span>
              <span title={room.name} className="min-w-0 flex-1 truncate font-strong">
                {room.name}
              </span>
              <ChevronRight size={18} strokeWidth={1.75} aria-hidden className="mr-1 shrink-0 text-ink-3" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
