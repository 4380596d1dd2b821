import { useNavigate } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState } from "react";
import { mutation } from "#app/backend/call.ts";
import { type OpenDialog, openDialog, useOpenDialog } from "#app/backend/dialogs.ts";
import { useUser } from "#app/backend/use-user.ts";
import type { ErrorCode } from "#app/domain/errors.ts";

type Join = {
  readonly isBusy: boolean;
  readonly error: ErrorCode | null;
  /** Guests sign in first, and are in the room as soon as they have. */
  join(): void;
};

/** Coming in by a link. */
export function useJoin(code: string): Join {
  const navigate = useNavigate();
  const userId = useUser()?.id ?? null;
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<ErrorCode | null>(null);
  const { ask, takeAnswer } = useSignInOfOwn();

  const accept = useCallback(async () => {
    setBusy(true);
    setError(null);
    const accepted = await mutation("invites.accept", { code });
    if (accepted.ok) return navigate(`/room/${accepted.value.room_url}`, { replace: true });
    setBusy(false);
    // the session has ended since the page was loaded
    if (accepted.error === "login-required") ask();
    else setError(accepted.error);
  }, [code, navigate, ask]);

  useEffect(() => {
    if (userId !== null && takeAnswer()) void accept();
  }, [userId, takeAnswer, accept]);

  return { isBusy, error, join: () => (userId === null ? ask() : void accept()) };
}

/** Tells whether somebody has signed in because this page asked them to, and not by the header, or after closing it. */
function useSignInOfOwn(): { readonly ask: () => void; readonly takeAnswer: () => boolean } {
  const open = useOpenDialog();
  const own = useRef<OpenDialog | null>(null);
  const last = useRef<OpenDialog | null>(null);
  if (open) last.current = open;
  const ask = useCallback(() => {
    own.current = { name: "sign-in", tab: "login" };
    openDialog(own.current);
  }, []);
  const takeAnswer = useCallback(() => {
    const isOwn = own.current !== null && own.current === last.current;
    own.current = null;
    return isOwn;
  }, []);
  return { ask, takeAnswer };
}
