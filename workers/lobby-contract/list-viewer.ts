import type { UserId } from "#app/domain/ids.ts";

/** Carries the id of the signed-in person from the Worker to the lobby object. Empty for a guest. */
export const VIEWER_HEADER = "X-Tutti-Viewer";

/** The request as it is forwarded to the lobby object: with the signed-in person in a header, and without cookies. */
export function withViewer(request: Request, userId: UserId | null): Request {
  const headers = new Headers(request.headers);
  headers.set(VIEWER_HEADER, userId ?? "");
  headers.delete("Cookie");
  return new Request(request, { headers });
}
