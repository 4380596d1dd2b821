import { ArrowUpDown, ListChecks } from "lucide-react";
import { PLAYLIST_SORTS } from "#app/domain/playlist/playlist-view.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Item, Section, Separator, Submenu } from "#app/ui/menu-parts.tsx";
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
        <Item icon={<ListChecks />} onAction={() => onMultiSelectChange(!isMultiSelect)}>
          {t("playlist.select")}
        </Item>
      )}
      <SortItem view={view} />
      <Separator />
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
    <Submenu label={label} value={t(`playlist.sort.${query.sort}`)} icon={<ArrowUpDown />}>
      <Section header={label} selected={query.sort} onSelect={select}>
        {PLAYLIST_SORTS.map((id) => (
          <Item key={id} id={id}>
            {t(`playlist.sort.${id}`)}
          </Item>
        ))}
      </Section>
    </Submenu>
  );
}
