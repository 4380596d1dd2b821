import { z } from "zod";
import type { UserId } from "#app/domain/ids.ts";

/** Carries the caller of a live connection from the Worker to the object of the live queries. */
export const CALLER_HEADER = "X-Tutti-Live-Caller";

// attached to the socket, with at most 2 KiB
const short = z.string().max(200);
const callerSchema = z.object({
  /** The session of the request; null for a guest. */
  sessionId: short.nullable(),
  /** The user of that session. */
  userId: short.transform((id) => id as UserId).nullable(),
  /** Whether the request had a token instead of the cookie. */
  isByToken: z.boolean(),
  address: short,
  locale: z.enum(["en", "ru"]),
  roomAccessToken: z.object({ token: short, sessionId: short }).nullable(),
});

/** The caller that opens a connection. It keeps its address, language and room access token while it is open. */
export type LiveCaller = z.infer<typeof callerSchema>;

/** The request as it is forwarded: with the caller in a header, and without cookies. Null if a value is too long to be valid. */
export function withCaller(request: Request, caller: LiveCaller): Request | null {
  if (!callerSchema.safeParse(caller).success) return null;
  const headers = new Headers(request.headers);
  headers.set(CALLER_HEADER, encodeURIComponent(JSON.stringify(caller)));
  headers.delete("Cookie");
  return new Request(request, { headers });
}

/** Throws if the request does not come from the Worker. */
export function readCaller(request: Request): LiveCaller {
  return callerSchema.parse(JSON.parse(decodeURIComponent(request.headers.get(CALLER_HEADER) ?? "")));
}
