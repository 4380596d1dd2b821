import type { EntryId } from "#app/domain/ids.ts";
import type { Playlist } from "#app/domain/playlist/playlist.ts";
import { type PackedEntries, packEntries } from "#app/protocol/packed-entries.ts";

/** A hundred kilobytes or so: on a slow line the first is there soon, and what plays is in it. */
const PAGE_ENTRIES = 1000;

/** A playlist in pieces, the one with the current entry first and those behind it next. Packed once for all who join. */
export function createPlaylistPager(): (playlist: Playlist, currentId: EntryId | null) => readonly PackedEntries[] {
  let known: { readonly playlist: Playlist; readonly pages: readonly PackedEntries[] } = { playlist: [], pages: [] };
  return (playlist, currentId) => {
    if (known.playlist !== playlist) known = { playlist, pages: packPages(playlist) };
    const at = playlist.findIndex(({ id }) => id === currentId);
    const first = Math.max(0, Math.floor(at / PAGE_ENTRIES));
    return [...known.pages.slice(first), ...known.pages.slice(0, first)];
  };
}

function packPages(playlist: Playlist): readonly PackedEntries[] {
  const count = Math.ceil(playlist.length / PAGE_ENTRIES);
  return Array.from({ length: count }, (_, i) => packEntries(playlist.slice(i * PAGE_ENTRIES, (i + 1) * PAGE_ENTRIES)));
}
