import type { ErrorCode } from "#app/domain/errors.ts";
import type { RoomId } from "#app/domain/ids.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useSubmit } from "#app/lib/use-submit.ts";
import { mutation } from "#app/server-client/functions.ts";
import { notify } from "#app/ui/notice-store.ts";
import { useFailureNotice } from "./use-failure-notice.ts";

/** The user's own request for access to a room. Errors are shown in a notice. */
export type AccessRequest = {
  readonly isBusy: boolean;
  send(): Promise<void>;
  withdraw(): Promise<void>;
};

/** @param onDone runs after `send` and `withdraw`, even if they fail; the room also sends the new role over its connection */
export function useAccessRequest(roomId: RoomId, onDone: () => void = () => undefined): AccessRequest {
  const errorText = useErrorText();
  const notifyOfFailure = useFailureNotice();
  const { submit, isPending } = useSubmit<["send" | "withdraw"], null, ErrorCode>(async (action) => {
    const done =
      action === "send" ? await mutation("access.request", { id: roomId }) : await mutation("access.cancel", { id: roomId });
    // A guest who signs in to send a request may already be a member. The room then opens without a notice.
    if (!done.ok && done.error !== "already-member") {
      if (action === "send") notifyOfFailure({ action: "access-request-failed", reason: done.error });
      else notify({ title: errorText(done.error), variant: "error" });
    }
    onDone();
    return done;
  });
  return { isBusy: isPending, send: () => submit("send"), withdraw: () => submit("withdraw") };
}
