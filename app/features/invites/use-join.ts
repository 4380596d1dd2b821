import { useNavigate, useRevalidator } from "@remix-run/react";
import { useState } from "react";
import { openDialog } from "#app/app-state/dialogs.ts";
import { useIntent } from "#app/app-state/pending-intent.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import { useUser } from "#app/server-client/account/use-user.ts";
import { mutation } from "#app/server-client/functions.ts";

type Join = {
  readonly isBusy: boolean;
  readonly error: ErrorCode | null;
  /** Guests sign in first, and are in the room as soon as they have. */
  join(): void;
};

/** Coming in by a link. */
export function useJoin(code: string): Join {
  const navigate = useNavigate();
  const revalidator = useRevalidator();
  const isGuest = useUser() === null;
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<ErrorCode | null>(null);
  const ask = () => openDialog({ name: "sign-in", tab: "login", intent: { to: "accept-invite", code } });

  const accept = async () => {
    setBusy(true);
    setError(null);
    const accepted = await mutation("invites.accept", { code });
    if (accepted.ok) return navigate(`/room/${accepted.value.room_url}`, { replace: true });
    setBusy(false);
    if (accepted.error !== "login-required") return setError(accepted.error);
    // the session has ended since the page was loaded
    ask();
    revalidator.revalidate();
  };
  useIntent("accept-invite", { accepts: (intent) => intent.code === code, run: () => void accept() });

  return { isBusy, error, join: () => (isGuest ? ask() : void accept()) };
}
