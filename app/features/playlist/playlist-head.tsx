import { Clock3, Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { RoomId } from "#app/domain/ids.ts";
import { type Playlist, totalDurationMs } from "#app/domain/playlist.ts";
import { formatPercent } from "#app/i18n/format.ts";
import { Button } from "#app/ui/button.tsx";
import { COLUMNS } from "./columns.ts";
import { PlaylistMenu } from "./playlist-menu.tsx";

type PlaylistHeadProps = {
  readonly roomId: RoomId;
  readonly playlist: Playlist;
  readonly canAdd: boolean;
  readonly onAddTracks: () => void;
  readonly uploadShare: number | null;
};

export function PlaylistHead({ roomId, playlist, canAdd, onAddTracks, uploadShare }: PlaylistHeadProps) {
  const { t, i18n } = useTranslation("room");
  const minutes = Math.round(totalDurationMs(playlist) / 60_000);
  const length =
    minutes < 60
      ? t("playlist.lengthShort", { min: minutes })
      : t("playlist.length", { h: Math.floor(minutes / 60), min: minutes % 60 });
  return (
    <>
      <div className="mt-1 flex h-16 shrink-0 items-center gap-2">
        <h2 className="text-h2 font-bold">{t("playlist.title")}</h2>
        {playlist.length > 0 && (
          <p className="min-w-0 truncate text-ink-3 tabular-nums">
            {t("playlist.tracks", { count: playlist.length })}
            <span className="max-md:hidden"> · {length}</span>
          </p>
        )}
        <span className="flex-1" />
        <PlaylistMenu roomId={roomId} canAdd={canAdd} />
        {canAdd && (
          <Button variant="primary" icon={<Plus />} aria-label={t("playlist.add")} onPress={onAddTracks}>
            <span className="max-md:hidden">{t("playlist.add")}</span>
            <span className="md:hidden">{t("playlist.addShort")}</span>
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
          <span className="max-lg:hidden">{t("playlist.column.album")}</span>
          <span className="max-lg:hidden">{t("playlist.column.addedBy")}</span>
          <span className="lg:hidden" />
          <span className="justify-self-end">
            <Clock3 size={14} />
          </span>
        </div>
      )}
    </>
  );
}
