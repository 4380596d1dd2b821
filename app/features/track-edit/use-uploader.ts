import { useState } from "react";
import type { Person } from "#app/domain/accounts/person.ts";
import type { RoomId, TrackId } from "#app/domain/ids.ts";
import { useLatestLoad } from "#app/lib/use-latest.ts";
import { query } from "#app/server-client/functions.ts";

/** The person who uploaded a track. Null while it is loading or unavailable. */
export function useUploader(trackId: TrackId, roomId: RoomId): Person | null {
  const [uploader, setUploader] = useState<Person | null>(null);
  useLatestLoad({
    key: trackId,
    load: () => query("tracks.get", { trackId, roomId }),
    apply: (found) => setUploader(found.ok ? found.value.uploader : null),
  });
  return uploader;
}
