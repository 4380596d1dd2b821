import { z } from "zod";

/** Carries the caller of a live connection from the Worker to the object of the live queries. */
export const CALLER_HEADER = "X-Tutti-Live-Caller";

const callerSchema = z.object({
  /** The session of the request's cookie; null for a guest. */
  sessionId: z.string().nullable(),
  address: z.string(),
  locale: z.enum(["en", "ru"]),
  roomAccessToken: z.object({ token: z.string(), sessionId: z.string() }).nullable(),
});

/** The caller that opens a connection. It keeps its address, language and room access token while it is open. */
export type LiveCaller = z.infer<typeof callerSchema>;

/** The request as it is forwarded: with the caller in a header, and without cookies. */
export function withCaller(request: Request, caller: LiveCaller): Request {
  const headers = new Headers(request.headers);
  headers.set(CALLER_HEADER, encodeURIComponent(JSON.stringify(caller)));
  headers.delete("Cookie");
  return new Request(request, { headers });
}

/** Throws if the request does not come from the Worker. */
export function readCaller(request: Request): LiveCaller {
  return callerSchema.parse(JSON.parse(decodeURIComponent(request.headers.get(CALLER_HEADER) ?? "")));
}
