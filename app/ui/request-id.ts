import { createContext, useContext } from "react";

/** The name of the meta element from which a browser reads the id. */
export const REQUEST_ID_META = "request-id";

/** The key of the location that the server renders. */
export const FIRST_LOCATION = "default";

/** The request that has loaded this page. */
type PageRequest = {
  /** Names the request, as the server's log does. */
  readonly id: string | null;
  /** The key of the location that it has loaded. Later locations come from other requests. */
  readonly locationKey: string;
};

export const PageRequestContext = createContext<PageRequest>({ id: null, locationKey: FIRST_LOCATION });

export function usePageRequest(): PageRequest {
  return useContext(PageRequestContext);
}
