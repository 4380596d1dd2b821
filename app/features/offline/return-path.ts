import { toLocalPath } from "#app/domain/accounts/local-path.ts";
import { OFFLINE_PATH, RETURN_PATH } from "#app/protocol/service-worker.ts";

/** The path that could not be loaded, from the query of the offline page. */
export function readReturnPath(search: string): string {
  const path = toLocalPath(new URLSearchParams(search).get(RETURN_PATH));
  return path.split(/[?#]/)[0] === OFFLINE_PATH ? "/" : path;
}
