import { useEffect, useRef } from "react";
import { useUser } from "#app/server-client/account/use-user.ts";

/** Rejoins the room after a sign-in or sign-out, because a connection keeps the session with which it was opened. */
export function useRejoinOnSignIn(rejoin: () => void): void {
  const userId = useUser()?.id ?? null;
  const joinedAs = useRef(userId);
  useEffect(() => {
    if (joinedAs.current === userId) return;
    joinedAs.current = userId;
    rejoin();
  }, [userId, rejoin]);
}
