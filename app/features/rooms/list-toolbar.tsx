import { ArrowUpDown, Heart } from "lucide-react";
import { openDialog } from "#app/app-state/dialogs.ts";
import { ROOM_SORTS } from "#app/domain/room/room-sort.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { IconButton } from "#app/ui/icon-button.tsx";
import { SearchField } from "#app/ui/search-field.tsx";
import { Select } from "#app/ui/select.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { CreateRoomButton } from "./create-room-button.tsx";
import type { ListQuery } from "./list-query.ts";
import type { RoomList } from "./use-room-list.ts";
import { useSearchDraft } from "./use-search-draft.ts";

type ListToolbarProps = { readonly list: RoomList; readonly isGuest: boolean };

const TABS = ["all", "mine"] as const;

/** Tab, search, sort order and favorites filter of the room list. */
export function ListToolbar({ list, isGuest }: ListToolbarProps) {
  const { t } = useTranslation(["home", "shell"]);
  const { query, changeQuery } = list;
  const [draft, setDraft] = useSearchDraft(query.search, (search) => changeQuery({ search }, { replace: true }));
  return (
    <div className="flex flex-wrap items-center gap-3 pt-3 pb-4 md:gap-2 md:py-4">
      <ListTabs list={list} isGuest={isGuest} />
      <span className="flex-1 max-lg:hidden" />
      <SearchField
        label={t("shell:searchRooms")}
        value={draft}
        onChange={setDraft}
        className="min-w-0 flex-1 lg:w-70 lg:flex-none"
      />
      <Select
        label={t("sort.label")}
        options={ROOM_SORTS.map((id) => ({ id, label: t(`sort.${id}`) }))}
        selected={query.sort}
        onSelect={(sort) => changeQuery({ sort })}
        icon={<ArrowUpDown />}
        compactBelow="md"
      />
      {!isGuest && <FavoritesFilter list={list} />}
      <span className="ml-1 max-md:hidden">
        <CreateRoomButton />
      </span>
    </div>
  );
}

function ListTabs({ list, isGuest }: ListToolbarProps) {
  const { t } = useTranslation("home");
  const { query, changeQuery, totals } = list;
  const selectTab = (tab: ListQuery["tab"]) => {
    if (isGuest && tab === "mine") openDialog({ name: "sign-in", tab: "login", intent: { to: "see-my-rooms" } });
    else changeQuery({ tab });
  };
  return (
    // In a row of its own, unless the search field beside it still has enough space.
    <div className="w-full min-[1012px]:w-auto">
      <Tabs
        variant="segmented"
        label={t("tab.label")}
        tabs={TABS.map((id) => ({ id, label: t(`tab.${id}`), count: totals[id] ?? undefined }))}
        selected={query.tab}
        onSelect={selectTab}
        className="max-md:w-full max-md:*:flex-1"
      />
    </div>
  );
}

function FavoritesFilter({ list: { query, changeQuery } }: { readonly list: RoomList }) {
  const { t } = useTranslation("home");
  const isOn = query.isFavoritesOnly;
  return (
    <IconButton
      variant="fill"
      label={t("favoritesOnly")}
      isOn={isOn}
      icon={<Heart className={isOn ? "fill-star text-star" : ""} />}
      onPress={() => changeQuery({ isFavoritesOnly: !isOn })}
      tooltip
      className="max-md:size-11"
    />
  );
}
