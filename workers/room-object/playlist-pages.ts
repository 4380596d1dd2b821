import type { EntryId } from "#app/domain/ids.ts";
import type { Playlist } from "#app/domain/playlist/playlist.ts";
import { type PackedEntries, packEntries } from "#app/protocol/packed-entries.ts";

/** About 100 kB: even on a slow link the first page, which holds the current entry, arrives soon. */
const PAGE_ENTRIES = 1000;

/**
 * Returns a function that splits a playlist into packed pages: the page with the current entry first, then the pages behind
 * it, then those before it. An unchanged playlist is packed once, however many connections join.
 */
export function createPlaylistPager(): (playlist: Playlist, currentId: EntryId | null) => readonly PackedEntries[] {
  let packed: { readonly playlist: Playlist; readonly pages: readonly PackedEntries[] } = { playlist: [], pages: [] };
  return (playlist, currentId) => {
    if (packed.playlist !== playlist) packed = { playlist, pages: packPages(playlist) };
    const index = playlist.findIndex(({ id }) => id === currentId);
    const first = Math.max(0, Math.floor(index / PAGE_ENTRIES));
    return [...packed.pages.slice(first), ...packed.pages.slice(0, first)];
  };
}

function packPages(playlist: Playlist): readonly PackedEntries[] {
  const count = Math.ceil(playlist.length / PAGE_ENTRIES);
  return Array.from({ length: count }, (_, i) => packEntries(playlist.slice(i * PAGE_ENTRIES, (i + 1) * PAGE_ENTRIES)));
}
