import type { TrackId } from "#app/domain/ids.ts";
import type { LibraryTrack } from "#app/features/library/library-list.ts";
import { buildEntry } from "#tests/support/builders.ts";

/** A track that the person has uploaded and no room has. Its title is its id. */
export function buildLibraryTrack(id: string): LibraryTrack {
  return {
    track: { ...buildEntry(1).track, id: id as TrackId, title: id },
    isOwn: true,
    isSaved: false,
    uploader: null,
    rooms: 0,
    isHere: false,
  };
}
