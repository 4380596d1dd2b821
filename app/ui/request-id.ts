import { createContext, useContext } from "react";

/** The name of the meta element from which a browser reads the id. */
export const REQUEST_ID_META = "request-id";

/** Names the request that has loaded this page, as the server's log does. */
export const RequestIdContext = createContext<string | null>(null);

export function useRequestId(): string | null {
  return useContext(RequestIdContext);
}
