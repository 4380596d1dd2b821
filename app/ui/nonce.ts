import { createContext, useContext } from "react";

/** The CSP nonce of this page's inline scripts. Undefined in the browser, which hides it from scripts. */
export const NonceContext = createContext<string | undefined>(undefined);

export function useNonce(): string | undefined {
  return useContext(NonceContext);
}
