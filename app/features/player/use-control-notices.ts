import { useEffect } from "react";
import type { ErrorCode } from "#app/domain/errors.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useLatestRef } from "#app/lib/use-latest.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";
import { notify } from "#app/ui/notice-store.ts";
import { followControls } from "./control-notices.ts";

/** Shows who changes what plays, with the possibility to undo it. */
export function useControlNotices(connection: RoomConnection): void {
  const { t } = useTranslation("playback");
  const errorText = useErrorText();
  const latest = useLatestRef({ t, errorText });
  useEffect(() => {
    const onError = (error: ErrorCode) => notify({ variant: "error", title: latest.current.errorText(error) });
    return followControls({ connection, texts: () => latest.current.t, onError });
  }, [connection, latest]);
}
