import { useState } from "react";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { RoomInfo } from "#app/domain/room/room.ts";
import { parseRoomUrl } from "#app/domain/room/room-naming.ts";
import { delay } from "#app/lib/retry.ts";
import { useLatestLoad } from "#app/lib/use-latest.ts";
import { query } from "#app/server-client/functions.ts";

type UrlAvailability = {
  readonly urlError: ErrorCode | null;
  /** True if the server has confirmed that the url is free. */
  readonly isUrlFree: boolean;
};

const TYPING_PAUSE_MS = 350;

/** Checks on the server whether a room may change to the url, whenever typing pauses. */
export function useUrlAvailability({ id, url: currentUrl }: RoomInfo, typedUrl: string): UrlAvailability {
  const [checked, setChecked] = useState<{ readonly url: string; readonly error: ErrorCode | null } | null>(null);
  const url = typedUrl.trim().toLowerCase();
  useLatestLoad({
    key: url !== currentUrl && parseRoomUrl(url).ok ? url : null,
    async load(signal) {
      await delay(TYPING_PAUSE_MS, signal);
      if (signal.aborted) return null;
      const found = await query("rooms.getRoomInfoByUrl", { room_url: url, exclude_id: id });
      return found.ok ? { url, error: found.value.urlError } : null;
    },
    apply: (result) => result && setChecked(result),
  });
  const isChecked = checked?.url === url;
  return { urlError: isChecked ? checked.error : null, isUrlFree: isChecked && checked.error === null };
}
