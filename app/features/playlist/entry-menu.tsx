import { Ellipsis } from "lucide-react";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import { canArrangeEntry } from "#app/domain/room/decide-playlist.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { IconButton } from "#app/ui/icon-button.tsx";
import { useLazyMenu } from "#app/ui/use-lazy-menu.ts";
import type { EntryRights } from "./entry-menu-popover.tsx";
import { useRowContext } from "./row-context.ts";

const loadMenu = () => import("./entry-menu-popover.tsx");

type EntryProps = { readonly entry: Entry };

/** A button that opens the menu of an entry. Renders nothing if the user may do nothing with it. */
export function EntryMenu({ entry }: EntryProps) {
  const rights = useEntryRights(entry);
  if (!rights.canPlay && !rights.canSave && !rights.canArrange) return null;
  return <EntryMenuButton entry={entry} rights={rights} />;
}

function EntryMenuButton({ entry, rights }: EntryProps & { readonly rights: EntryRights }) {
  const { t } = useTranslation("room");
  const { button, menu, module } = useLazyMenu(loadMenu);
  const label = t("playlist.menu", { title: entry.track.title });
  return (
    <>
      <IconButton size="sm" tabIndex={-1} label={label} icon={<Ellipsis />} {...button} />
      {module && <module.EntryMenuPopover {...menu} label={label} entry={entry} rights={rights} />}
    </>
  );
}

function useEntryRights(entry: Entry): EntryRights {
  const { self, opening, canPlay } = useRowContext();
  return {
    canPlay,
    // a track that a person adds is in their library already
    canSave: self.userId !== null && entry.addedBy !== self.userId,
    canArrange: canArrangeEntry(entry, self, opening),
  };
}
