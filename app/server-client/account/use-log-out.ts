import { useRevalidator } from "@remix-run/react";
import { logOut } from "./session.ts";

/** Ends the session, and has the page follow. False: the server could not be reached. */
export function useLogOut(): () => Promise<boolean> {
  const revalidator = useRevalidator();
  return async () => {
    const isOut = await logOut();
    if (isOut) revalidator.revalidate();
    return isOut;
  };
}
