import { ArrowUpDown, ListChecks, Search, X } from "lucide-react";
import { useState } from "react";
import { PLAYLIST_SORTS } from "#app/domain/playlist/playlist-view.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { IconButton } from "#app/ui/icon-button.tsx";
import { SearchField } from "#app/ui/search-field.tsx";
import { Select } from "#app/ui/select.tsx";
import { SELECT_TOOL, SORT_TOOL } from "./playlist-shape.ts";
import type { PlaylistView } from "./use-playlist-view.ts";

export type ListToolsProps = {
  readonly view: PlaylistView;
  /** True if multi-selection offers this user any action. */
  readonly canSelect: boolean;
  readonly isMultiSelect: boolean;
  readonly onMultiSelectChange: (isOn: boolean) => void;
};

/** Search, sort order and multi-selection. */
export function ListTools({ view, canSelect, isMultiSelect, onMultiSelectChange }: ListToolsProps) {
  const { t } = useTranslation("room");
  const { query, changeQuery } = view;
  return (
    <>
      <PlaylistSearch view={view} />
      <Select
        label={t("playlist.sort.label")}
        options={PLAYLIST_SORTS.map((id) => ({ id, label: t(`playlist.sort.${id}`) }))}
        selected={query.sort}
        onSelect={(sort) => changeQuery({ sort })}
        icon={<ArrowUpDown />}
        compactBelow="lg"
        className={`max-lg:bg-transparent lg:shrink-0 ${SORT_TOOL}`}
      />
      {canSelect && (
        <IconButton
          label={t("playlist.select")}
          icon={<ListChecks />}
          isOn={isMultiSelect}
          tooltip
          onPress={() => onMultiSelectChange(!isMultiSelect)}
          className={SELECT_TOOL}
        />
      )}
    </>
  );
}

/** A search field. On narrow screens a button opens it over the header of the playlist. */
function PlaylistSearch({ view: { query, changeQuery } }: { readonly view: PlaylistView }) {
  const { t } = useTranslation("room");
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    changeQuery({ search: "" });
    setOpen(false);
  };
  const field = {
    label: t("playlist.search"),
    placeholder: t("playlist.searchShort"),
    value: query.search,
    onChange: (search: string) => changeQuery({ search }),
  };
  return (
    <>
      <IconButton
        label={t("playlist.search")}
        icon={<Search />}
        onPress={() => setOpen(true)}
        className="min-[1000px]:hidden"
      />
      {(isOpen || query.search !== "") && (
        <div
          data-searching
          className="absolute inset-x-0 top-1 z-1 flex h-16 items-center gap-1 min-[1000px]:hidden short:top-0 short:h-11"
        >
          <SearchField {...field} autoFocus={isOpen} className="flex-1" />
          <IconButton label={t("playlist.searchClose")} icon={<X />} onPress={close} />
        </div>
      )}
      {/* gives up its width before the texts beside it are cut off */}
      <SearchField {...field} className="w-44 min-w-28 shrink-99 max-[1000px]:hidden lg:w-56" />
    </>
  );
}
