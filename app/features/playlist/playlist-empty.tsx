import { ListMusic, Plus, SearchX } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import type { ShownPlaylist } from "./use-shown-playlist.ts";

type NothingThereProps = { readonly canAdd: boolean; readonly onAddTracks: () => void };

/** A playlist that has nothing yet. */
export function NothingThere({ canAdd, onAddTracks }: NothingThereProps) {
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

/** A search that finds nothing. */
export function NothingFound({ shown }: { readonly shown: ShownPlaylist }) {
  const { t } = useTranslation("room");
  const search = shown.query.search.trim();
  return (
    <div className="pt-6">
      <EmptyState icon={<SearchX />} title={t("playlist.nothingFound", { search })} text="" level={3}>
        <Button size="sm" onPress={() => shown.choose({ search: "" })}>
          {t("playlist.clearSearch")}
        </Button>
      </EmptyState>
    </div>
  );
}
