import { useState } from "react";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { RoomId, TrackId } from "#app/domain/ids.ts";
import { useSubmit } from "#app/lib/use-submit.ts";
import { addLibraryTracks } from "#app/server-client/add-library-tracks.ts";
import { type MatchedFile, matchPlaylistFile } from "./match-playlist-file.ts";

/** Matches a playlist file with the library and adds the tracks found, in the order of the file. */
export function useImport(roomId: RoomId, onAdded: () => void) {
  const [matched, setMatched] = useState<MatchedFile | null>(null);
  const read = useSubmit<[File], MatchedFile, ErrorCode>(matchPlaylistFile, setMatched);
  const addition = useSubmit<[readonly TrackId[]], null, ErrorCode>(async (trackIds) => {
    const added = await addLibraryTracks(roomId, trackIds, () => undefined);
    // Called here and not on success, because the user may close the dialog before the tracks are added.
    if (added.ok) onAdded();
    return added;
  });
  return {
    matched,
    error: read.error ?? addition.error,
    isBusy: read.isPending || addition.isPending,
    chooseFile(file: File) {
      addition.reset();
      return read.submit(file);
    },
    addFound(foundIds: readonly TrackId[]) {
      read.reset();
      return addition.submit(foundIds);
    },
  };
}
