import { createContext, useContext } from "react";

/** What lets this page's own inline scripts run. Known on the server only; browsers hide it from scripts. */
export const NonceContext = createContext<string | undefined>(undefined);

export function useNonce(): string | undefined {
  return useContext(NonceContext);
}
