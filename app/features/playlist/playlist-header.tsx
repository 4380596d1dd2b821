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
import type { PlaylistView } from "./use-playlist-view.ts";

type PlaylistHeaderProps = {
  readonly roomId: RoomId;
  readonly connection: RoomConnection;
  readonly playlist: Playlist;
  readonly view: PlaylistView;
  readonly canAdd: boolean;
  readonly onAddTracks: () => void;
  readonly uploadShare: number | null;
  readonly isMultiSelect: boolean;
  readonly onMultiSelectChange: (isOn: boolean) => void;
};

/** Title, length and tools of the playlist, and the names of its columns. */
export function PlaylistHeader(props: PlaylistHeaderProps) {
  const { roomId, connection, playlist, view, canAdd, onAddTracks, uploadShare, isMultiSelect, onMultiSelectChange } = props;
  const { t } = useTranslation("room");
  const isEmpty = playlist.length === 0;
  return (
    <>
      <div className="mt-1 flex h-16 shrink-0 items-center gap-2 max-md:has-data-searching:[&>:not([data-searching])]:invisible">
        <h2 className="text-h2 font-bold">{t("playlist.title")}</h2>
        {!isEmpty && <PlaylistLength playlist={playlist} />}
        <span className="flex-1" />
        {!isEmpty && (
          <ListTools view={view} canSelect={canAdd} isMultiSelect={isMultiSelect} onMultiSelectChange={onMultiSelectChange} />
        )}
        <PlaylistMenu roomId={roomId} connection={connection} canAdd={canAdd} />
        {canAdd && <AddTracksButton uploadShare={uploadShare} onPress={onAddTracks} />}
      </div>
      {!isEmpty && <ColumnNames sort={view.query.sort} />}
    </>
  );
}

/** The number of tracks and their total duration. */
function PlaylistLength({ playlist }: { readonly playlist: Playlist }) {
  const { t, i18n } = useTranslation("room");
  const minutes = Math.round(totalDurationMs(playlist) / 60_000);
  const duration =
    minutes < 60
      ? t("playlist.lengthShort", { min: minutes })
      : t("playlist.length", { h: Math.floor(minutes / 60), min: minutes % 60 });
  return (
    <p className="min-w-0 truncate text-ink-3 tabular-nums">
      <span className="max-md:sr-only">{t("playlist.tracks", { count: playlist.length })}</span>
      <span aria-hidden className="md:hidden">
        {formatCount(playlist.length, i18n.language)}
      </span>
      <span className="max-lg:hidden"> · {duration}</span>
    </p>
  );
}

type AddTracksButtonProps = { readonly uploadShare: number | null; readonly onPress: () => void };

function AddTracksButton({ uploadShare, onPress }: AddTracksButtonProps) {
  const { t, i18n } = useTranslation("room");
  return (
    <Button
      variant="primary"
      icon={<Plus />}
      aria-label={t("playlist.add")}
      onPress={onPress}
      className="max-md:px-2.5 max-md:*:gap-0"
    >
      <span className="max-md:hidden">{t("playlist.add")}</span>
      {uploadShare !== null && (
        <span className="ml-2 tabular-nums opacity-70">{formatPercent(uploadShare, i18n.language)}</span>
      )}
    </Button>
  );
}

/** Screen readers get no columns, because each row is one cell to them. */
function ColumnNames({ sort }: { readonly sort: PlaylistSort }) {
  const { t } = useTranslation("room");
  const sortedValue = SORTED_VALUES[sort] ?? "album";
  return (
    <div aria-hidden className={`${COLUMNS} -ml-5 h-8 shrink-0 border-b border-line text-caption text-ink-3 max-md:hidden`}>
      <span />
      <span className="text-right">#</span>
      <span />
      <span>{t("playlist.column.title")}</span>
      <span className="max-lg:hidden">
        <span className="xl:hidden">{t(`playlist.column.${sortedValue}`)}</span>
        <span className="max-xl:hidden">{t(`playlist.column.${sortedValue === "uploaded" ? sortedValue : "album"}`)}</span>
      </span>
      <span className="max-lg:hidden">{t("playlist.column.addedBy")}</span>
      <span className="max-xl:hidden">{t("playlist.column.added")}</span>
      <span className="text-right max-xl:hidden">{t("playlist.column.size")}</span>
      <span className="lg:hidden" />
      <span className="justify-self-end">
        <Clock3 size={14} />
      </span>
    </div>
  );
}

/** The content of the album column if no other column shows the value that the list is sorted by. */
const SORTED_VALUES: Partial<Record<PlaylistSort, "size" | "added" | "uploaded">> = {
  size: "size",
  newest: "added",
  oldest: "added",
  uploaded: "uploaded",
};
