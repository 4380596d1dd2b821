import { ListMusic, Plus, SearchX } from "lucide-react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import type { PlaylistView } from "./use-playlist-view.ts";

type EmptyPlaylistProps = { readonly canAdd: boolean; readonly onAddTracks: () => void };

export function EmptyPlaylist({ canAdd, onAddTracks }: EmptyPlaylistProps) {
  const { t } = useTranslation("room");
  return (
    <div className="pt-6">
      <EmptyState
        icon={<ListMusic />}
        title={t("playlist.empty")}
        text={t(canAdd ? "playlist.emptyText" : "playlist.emptyGuest")}
        level={3}
      >
        {canAdd && (
          <Button variant="primary" size="sm" icon={<Plus />} onPress={onAddTracks}>
            {t("playlist.add")}
          </Button>
        )}
      </EmptyState>
    </div>
  );
}

export function NoSearchResults({ view }: { readonly view: PlaylistView }) {
  const { t } = useTranslation("room");
  const search = view.query.search.trim();
  return (
    <div className="pt-6">
      <EmptyState icon={<SearchX />} title={t("playlist.nothingFound", { search })} text="" level={3}>
        <Button size="sm" onPress={() => view.changeQuery({ search: "" })}>
          {t("playlist.clearSearch")}
        </Button>
      </EmptyState>
    </div>
  );
}
