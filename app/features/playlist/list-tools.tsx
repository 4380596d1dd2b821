import { ArrowUpDown, ListChecks, Search, X } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { PLAYLIST_SORTS } from "#app/domain/playlist/playlist-view.ts";
import { IconButton } from "#app/ui/icon-button.tsx";
import { SearchField } from "#app/ui/search-field.tsx";
import { Select } from "#app/ui/select.tsx";
import type { ShownPlaylist } from "./use-shown-playlist.ts";

type ListToolsProps = {
  readonly shown: ShownPlaylist;
  /** There is something that this visitor may do with several. */
  readonly canSelect: boolean;
  readonly isSelecting: boolean;
  readonly onSelecting: (isOn: boolean) => void;
};

/** Search, sort, select. On a telephone the search opens over the head's line. */
export function ListTools({ shown, canSelect, isSelecting, onSelecting }: ListToolsProps) {
  const { t } = useTranslation("room");
  const { query, choose } = shown;
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    choose({ search: "" });
    setOpen(false);
  };
  const field = {
    label: t("playlist.search"),
    placeholder: t("playlist.searchShort"),
    value: query.search,
    onChange: (search: string) => choose({ search }),
  };
  return (
    <>
      <IconButton label={t("playlist.search")} icon={<Search />} onPress={() => setOpen(true)} className="md:hidden" />
      {(isOpen || query.search !== "") && (
        <div data-searching className="absolute inset-x-0 top-1 z-1 flex h-16 items-center gap-1 md:hidden">
          <SearchField {...field} isWanted={isOpen} className="flex-1" />
          <IconButton label={t("playlist.searchClose")} icon={<X />} onPress={close} />
        </div>
      )}
      <SearchField {...field} className="w-44 max-md:hidden lg:w-56" />
      <Select
        label={t("playlist.sort.label")}
        options={PLAYLIST_SORTS.map((id) => ({ id, label: t(`playlist.sort.${id}`) }))}
        selected={query.sort}
        onSelect={(sort) => choose({ sort })}
        icon={<ArrowUpDown />}
        isCompact
        className="max-lg:max-w-32 max-md:size-10 max-md:bg-transparent"
      />
      {canSelect && (
        <IconButton
          label={t("playlist.select")}
          icon={<ListChecks />}
          isOn={isSelecting}
          tooltip
          onPress={() => onSelecting(!isSelecting)}
        />
      )}
    </>
  );
}
