import { useRevalidator } from "@remix-run/react";
import { logOut } from "./session.ts";

/** Ends the session and reloads the page's data. Resolves to false if the session could not be ended. */
export function useLogOut(): () => Promise<boolean> {
  const revalidator = useRevalidator();
  return async () => {
    const isLoggedOut = await logOut();
    if (isLoggedOut) revalidator.revalidate();
    return isLoggedOut;
  };
}
