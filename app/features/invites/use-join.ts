import { useNavigate, useRevalidator } from "@remix-run/react";
import { useState } from "react";
import { openDialog } from "#app/app-state/dialogs.ts";
import { useIntent } from "#app/app-state/pending-intent.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import { useSubmit } from "#app/lib/use-submit.ts";
import { useUser } from "#app/server-client/account/use-user.ts";
import { mutation } from "#app/server-client/functions.ts";

type Join = {
  readonly isBusy: boolean;
  readonly error: ErrorCode | null;
  /** Accepts the invite and opens the room. Guests sign in first; the invite is accepted right afterwards. */
  join(): void;
};

/** Accepts an invite link. */
export function useJoin(code: string): Join {
  const navigate = useNavigate();
  const revalidator = useRevalidator();
  const isGuest = useUser() === null;
  const [isAccepted, setAccepted] = useState(false);
  const openSignIn = () => openDialog({ name: "sign-in", tab: "login", intent: { to: "accept-invite", code } });

  const { isPending, error, submit } = useSubmit(async () => {
    const accepted = await mutation("invites.accept", { code });
    if (accepted.ok) {
      setAccepted(true);
      navigate(`/room/${accepted.value.room_url}`, { replace: true });
    } else if (accepted.error === "login-required") {
      // the session has ended since the page was loaded
      openSignIn();
      revalidator.revalidate();
    }
    return accepted;
  });
  useIntent("accept-invite", { accepts: (intent) => intent.code === code, run: () => void submit() });

  return {
    isBusy: isPending || isAccepted,
    error: error === "login-required" ? null : error,
    join: () => (isGuest ? openSignIn() : void submit()),
  };
}
