import { useState } from "react";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { RoomId } from "#app/domain/ids.ts";
import type { ServiceTrack } from "#app/domain/imports/service.ts";
import type { Result } from "#app/domain/result.ts";
import { useLatestLoad } from "#app/lib/use-latest.ts";
import { useSubmit } from "#app/lib/use-submit.ts";
import { addLibraryTracks } from "#app/server-client/add-library-tracks.ts";
import { action } from "#app/server-client/functions.ts";
import type { SearchResult, TrackMatch } from "./found.ts";
import { importsOf } from "./room-imports.ts";

/** Looks for a track in the library and in the connected services when the component mounts. */
export function useMatches(roomId: RoomId, { title, artist, durationMs, isrc }: ServiceTrack) {
  const [result, setResult] = useState<Result<SearchResult> | null>(null);
  const [searches, setSearches] = useState(0);
  const like = { title, artist, durationMs, isrc };
  useLatestLoad({ key: searches, load: () => action("imports.search", { roomId, like }), apply: setResult });
  const retry = () => {
    setResult(null);
    setSearches((count) => count + 1);
  };
  return { result, retry };
}

/** Brings one match into the room. */
export function useTakeMatch(roomId: RoomId, match: TrackMatch) {
  const [isTaken, setTaken] = useState(false);
  const take = useSubmit<[], unknown, ErrorCode>(
    () =>
      match.source === "library"
        ? addLibraryTracks(roomId, [match.track.id], () => undefined)
        : importsOf(roomId).start({ title: "", tracks: [match.track] }),
    () => setTaken(true),
  );
  return { isTaken, isBusy: take.isPending, error: take.error, take: () => void take.submit() };
}
