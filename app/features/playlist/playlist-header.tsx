import { Plus } from "lucide-react";
import type { RoomId } from "#app/domain/ids.ts";
import { type Playlist, totalDurationMs } from "#app/domain/playlist/playlist.ts";
import { formatPercent } from "#app/i18n/format.ts";
import { formatCount } from "#app/i18n/format-count.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";
import { Button } from "#app/ui/button.tsx";
import { ColumnNames } from "./column-names.tsx";
import { ListTools } from "./list-tools.tsx";
import { PlaylistMenu } from "./playlist-menu.tsx";
import { HEAD } from "./playlist-shape.ts";
import type { PlaylistView } from "./use-playlist-view.ts";

type PlaylistHeaderProps = {
  readonly roomId: RoomId;
  readonly connection: RoomConnection;
  readonly playlist: Playlist;
  readonly view: PlaylistView;
  readonly canAdd: boolean;
  readonly onAddTracks: () => void;
  readonly addingShare: number | null;
  readonly isMultiSelect: boolean;
  readonly onMultiSelectChange: (isOn: boolean) => void;
};

/** On narrow screens the search field covers the header. */
const HIDDEN_WHILE_SEARCHING = "max-[1000px]:has-data-searching:[&>:not([data-searching])]:invisible";

/** Title, length and tools of the playlist, and the names of its columns. */
export function PlaylistHeader(props: PlaylistHeaderProps) {
  const { roomId, connection, playlist, view, canAdd, onAddTracks, addingShare, isMultiSelect, onMultiSelectChange } = props;
  const { t } = useTranslation("room");
  const isEmpty = playlist.length === 0;
  const tools = { view, canSelect: canAdd, isMultiSelect, onMultiSelectChange };
  return (
    <>
      <div data-testid="playlist-head" className={`${HEAD} ${HIDDEN_WHILE_SEARCHING}`}>
        <h2 className="min-w-0 truncate text-h2 font-bold lg:shrink-0">{t("playlist.title")}</h2>
        {!isEmpty && <PlaylistLength playlist={playlist} />}
        <span className="flex-1" />
        {!isEmpty && <ListTools {...tools} />}
        <PlaylistMenu roomId={roomId} connection={connection} canAdd={canAdd} tools={isEmpty ? null : tools} />
        {canAdd && <AddTracksButton addingShare={addingShare} onPress={onAddTracks} />}
      </div>
      {!isEmpty && <ColumnNames sort={view.query.sort} />}
    </>
  );
}

/** The number of tracks and their total duration. */
function PlaylistLength({ playlist }: { readonly playlist: Playlist }) {
  const { t, language } = useTranslation("room");
  const minutes = Math.round(totalDurationMs(playlist) / 60_000);
  const duration =
    minutes < 60
      ? t("playlist.lengthShort", { min: minutes })
      : t("playlist.length", { h: Math.floor(minutes / 60), min: minutes % 60 });
  return (
    <p className="min-w-0 truncate text-ink-3 tabular-nums max-md:shrink-0 max-[360px]:sr-only md:shrink-[4] lg:shrink-0">
      <span className="max-md:sr-only">{t("playlist.tracks", { count: playlist.length })}</span>
      <span aria-hidden className="md:hidden">
        {formatCount(playlist.length, language)}
      </span>
      <span className="max-lg:hidden"> · {duration}</span>
    </p>
  );
}

type AddTracksButtonProps = { readonly addingShare: number | null; readonly onPress: () => void };

function AddTracksButton({ addingShare, onPress }: AddTracksButtonProps) {
  const { t, language } = useTranslation("room");
  return (
    <Button
      variant="primary"
      icon={<Plus />}
      aria-label={t("playlist.add")}
      onPress={onPress}
      className="max-[1000px]:px-[13px] max-[1000px]:*:gap-0"
    >
      <span className="max-[1000px]:hidden">{t("playlist.add")}</span>
      {addingShare !== null && <span className="ml-2 tabular-nums opacity-70">{formatPercent(addingShare, language)}</span>}
    </Button>
  );
}
