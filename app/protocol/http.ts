import type { ErrorCode } from "#app/domain/errors.ts";
import type { ObjectId, TrackId, UserId } from "#app/domain/ids.ts";

/** Who is signed in, as their own browser may know it. */
export type SessionUser = {
  readonly id: UserId;
  readonly name: string;
  readonly username: string;
  readonly email: string;
  readonly avatar: string;
  readonly type: "user" | "superadmin";
};

/** `GET /api/_auth/session`, and the answer of signing in. An empty object: nobody. */
export type SessionAnswer = { readonly user?: SessionUser };

/** A refusal outside of the functions: status 4xx or 5xx. */
export type HttpFailure = {
  readonly statusCode: number;
  /** `auth.errors.…`: a text that the interface translates. */
  readonly statusMessage: string;
  readonly code: ErrorCode;
  /** The field of a form that is to blame. */
  readonly field?: string;
};

/** `POST /api/auth/request-password-reset`. The same for every account, there or not; `email` is what was typed, if it is one. */
export type ResetRequestAnswer = { readonly success: boolean; readonly email: string | null };

export const RESET_TOKEN_STATES = ["valid", "invalid", "expired", "used"] as const;
/** `POST /api/auth/verify-reset-token` */
export type ResetTokenAnswer = { readonly status: (typeof RESET_TOKEN_STATES)[number] };

/** `POST /api/auth/reset-password-with-token`: what `POST /api/auth/auto-login` takes right after it. */
export type ResetAnswer = { readonly userId: UserId; readonly email: string; readonly name: string };

/** `POST /api/auth/unlink-{provider}`: `message` names a text, `success.provider-unlinked`. */
export type UnlinkAnswer = { readonly success: true; readonly message: string };

/** `GET /api/ably/token`: opens a room's socket as who asks, `…/socket?v=…&ticket={token}`, where no cookie can be sent. */
export type SocketTicket = { readonly token: string; readonly expiresAtMs: number };

/** `PUT /api/uploads/{id}/parts/{number}` */
export type PartAnswer = { readonly number: number; readonly etag: string };

/** `POST /api/covers`: what `tracks.update` may name for an hour. */
export type CoverAnswer = { readonly coverId: ObjectId };

/** What the text of an error names. */
export type ErrorDetail = { readonly status?: number; readonly kb?: number; readonly provider?: string };

/** `POST /api/rooms/{id}/links`: one JSON a line. */
export type LinkLine =
  | { readonly type: "progress"; readonly receivedBytes: number; readonly totalBytes: number | null }
  | { readonly type: "done"; readonly trackId: TrackId }
  | { readonly type: "failed"; readonly code: ErrorCode; readonly detail?: ErrorDetail };

export const SESSION_COOKIE = "tutti_session";
export const LOCALE_COOKIE = "locale";
export const THEME_COOKIE = "theme";

/** What opens a room with a password: in headers of a function call, in the query of a socket's address. */
export const ROOM_TOKEN = { header: "X-Room-Token", query: "token" } as const;
/** The browser session that the token was made for. */
export const ROOM_SESSION = { header: "X-Room-Session", query: "session" } as const;
