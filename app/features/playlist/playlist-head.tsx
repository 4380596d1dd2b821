import { Clock3, Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { RoomId } from "#app/domain/ids.ts";
import { type Playlist, totalDurationMs } from "#app/domain/playlist/playlist.ts";
import type { PlaylistSort } from "#app/domain/playlist/playlist-view.ts";
import { formatCount, formatPercent } from "#app/i18n/format.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";
import { Button } from "#app/ui/button.tsx";
import { COLUMNS } from "./columns.ts";
import { ListTools } from "./list-tools.tsx";
import { PlaylistMenu } from "./playlist-menu.tsx";
import type { ShownPlaylist } from "./use-shown-playlist.ts";

type PlaylistHeadProps = {
  readonly roomId: RoomId;
  readonly connection: RoomConnection;
  readonly playlist: Playlist;
  readonly shown: ShownPlaylist;
  readonly canAdd: boolean;
  readonly onAddTracks: () => void;
  readonly uploadShare: number | null;
  readonly isSelecting: boolean;
  readonly onSelecting: (isOn: boolean) => void;
};

export function PlaylistHead(props: PlaylistHeadProps) {
  const { roomId, connection, playlist, shown, canAdd, onAddTracks, uploadShare, isSelecting, onSelecting } = props;
  const { t, i18n } = useTranslation("room");
  const minutes = Math.round(totalDurationMs(playlist) / 60_000);
  const sorted = SORTED_FACT[shown.query.sort] ?? "album";
  const length =
    minutes < 60
      ? t("playlist.lengthShort", { min: minutes })
      : t("playlist.length", { h: Math.floor(minutes / 60), min: minutes % 60 });
  return (
    <>
      <div className="mt-1 flex h-16 shrink-0 items-center gap-2 max-md:has-data-searching:[&>:not([data-searching])]:invisible">
        <h2 className="text-h2 font-bold">{t("playlist.title")}</h2>
        {playlist.length > 0 && (
          <p className="min-w-0 truncate text-ink-3 tabular-nums">
            <span className="max-md:sr-only">{t("playlist.tracks", { count: playlist.length })}</span>
            <span aria-hidden className="md:hidden">
              {formatCount(playlist.length, i18n.language)}
            </span>
            <span className="max-lg:hidden"> · {length}</span>
          </p>
        )}
        <span className="flex-1" />
        {playlist.length > 0 && (
          <ListTools shown={shown} canSelect={canAdd} isSelecting={isSelecting} onSelecting={onSelecting} />
        )}
        <PlaylistMenu roomId={roomId} connection={connection} canAdd={canAdd} />
        {canAdd && (
          <Button
            variant="primary"
            icon={<Plus />}
            aria-label={t("playlist.add")}
            onPress={onAddTracks}
            className="max-md:gap-0 max-md:px-2.5"
          >
            <span className="max-md:hidden">{t("playlist.add")}</span>
            {uploadShare !== null && (
              <span className="ml-2 tabular-nums opacity-70">{formatPercent(uploadShare, i18n.language)}</span>
            )}
          </Button>
        )}
      </div>
      {playlist.length > 0 && (
        <div aria-hidden className={`${COLUMNS} -ml-5 h-8 shrink-0 border-b border-line text-caption text-ink-3 max-md:hidden`}>
          <span />
          <span className="text-right">#</span>
          <span />
          <span>{t("playlist.column.title")}</span>
          <span className="max-lg:hidden">
            <span className="xl:hidden">{t(`playlist.column.${sorted}`)}</span>
            <span className="max-xl:hidden">{t(`playlist.column.${sorted === "uploaded" ? sorted : "album"}`)}</span>
          </span>
          <span className="max-lg:hidden">{t("playlist.column.addedBy")}</span>
          <span className="max-xl:hidden">{t("playlist.column.added")}</span>
          <span className="text-right max-xl:hidden">{t("playlist.column.size")}</span>
          <span className="lg:hidden" />
          <span className="justify-self-end">
            <Clock3 size={14} />
          </span>
        </div>
      )}
    </>
  );
}

/** What the column of albums shows where there is none for what the list is sorted by. */
const SORTED_FACT: Partial<Record<PlaylistSort, "size" | "added" | "uploaded">> = {
  size: "size",
  newest: "added",
  oldest: "added",
  uploaded: "uploaded",
};
