import { ArrowUpDown, ListChecks } from "lucide-react";
import { PLAYLIST_SORTS } from "#app/domain/playlist/playlist-view.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { MenuItem, MenuSection, MenuSeparator, SubmenuItem } from "#app/ui/menu.tsx";
import { useMediaQuery } from "#app/ui/use-media-query.ts";
import type { ListToolsProps } from "./list-tools.tsx";
import { IS_SELECT_FOLDED, IS_SORT_FOLDED } from "./playlist-shape.ts";

/** The sort order and the multi-selection as items of the playlist's menu, on phones whose header has no space for them. */
export function FoldedTools({ view, canSelect, isMultiSelect, onMultiSelectChange }: ListToolsProps) {
  const { t } = useTranslation("room");
  const isSortFolded = useMediaQuery(IS_SORT_FOLDED);
  const isSelectFolded = useMediaQuery(IS_SELECT_FOLDED);
  if (!isSortFolded) return null;
  return (
    <>
      {isSelectFolded && canSelect && (
        <MenuItem icon={<ListChecks />} onAction={() => onMultiSelectChange(!isMultiSelect)}>
          {t("playlist.select")}
        </MenuItem>
      )}
      <SortItem view={view} />
      <MenuSeparator />
    </>
  );
}

function SortItem({ view: { query, changeQuery } }: Pick<ListToolsProps, "view">) {
  const { t } = useTranslation("room");
  const label = t("playlist.sort.label");
  const select = (id: string) => {
    const sort = PLAYLIST_SORTS.find((other) => other === id);
    if (sort) changeQuery({ sort });
  };
  return (
    <SubmenuItem label={label} value={t(`playlist.sort.${query.sort}`)} icon={<ArrowUpDown />}>
      <MenuSection header={label} selected={query.sort} onSelect={select}>
        {PLAYLIST_SORTS.map((id) => (
          <MenuItem key={id} id={id}>
            {t(`playlist.sort.${id}`)}
          </MenuItem>
        ))}
      </MenuSection>
    </SubmenuItem>
  );
}
