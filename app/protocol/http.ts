import type { ErrorCode, ErrorDetail } from "#app/domain/errors.ts";
import type { ObjectId, TrackId, UserId } from "#app/domain/ids.ts";

/** The signed-in user, as their own browser sees them. */
export type SessionUser = {
  readonly id: UserId;
  readonly name: string;
  readonly username: string;
  readonly email: string;
  readonly avatar: string;
  readonly type: "user" | "superadmin";
};

/** `GET /api/_auth/session`, and the response to a sign-in. Empty without a session. */
export type SessionResponse = { readonly user?: SessionUser };

/** A refusal of a request that is not a function call, sent with HTTP status 4xx or 5xx. */
export type HttpFailure = {
  readonly statusCode: number;
  /** The key of a text that the interface translates: `auth.errors.…`. */
  readonly statusMessage: string;
  readonly code: ErrorCode;
  /** The invalid field of a form. */
  readonly field?: string;
};

/**
 * `POST /api/auth/request-password-reset`. The response does not reveal whether the account exists; `email` is the typed
 * text if that is an address. `error` is a sentence in the language of the request; the response then has the fields of
 * `HttpFailure` too.
 */
export type ResetRequestResponse =
  | { readonly success: true; readonly error: null; readonly email: string | null }
  | { readonly success: false; readonly error: string; readonly email: null };

export const RESET_TOKEN_STATES = ["valid", "invalid", "expired", "used"] as const;
/** `POST /api/auth/verify-reset-token` */
export type ResetTokenResponse = { readonly status: (typeof RESET_TOKEN_STATES)[number] };

/** The path of a reset link, up to its token. */
export const RESET_LINK_PATH = "/reset-password?token=";

/** `POST /api/auth/reset-password-with-token`. The page passes it to `POST /api/auth/auto-login` to sign in. */
export type PasswordResetResponse = { readonly userId: UserId; readonly email: string; readonly name: string };

/** `POST /api/auth/unlink-{provider}`. `message` is a sentence in the language of the request. */
export type UnlinkResponse = { readonly success: true; readonly message: string };

/** `GET /api/ably/token`: acts for the session where no cookie can be sent. It is issued for a cookie only. */
export type AccessToken = { readonly token: string; readonly expiresAtMs: number };

/** `GET /api/rooms/{id}/ticket`: opens the room's socket where no cookie can be sent: `…/socket?v=…&ticket={ticket}`. */
export type Ticket = { readonly ticket: string; readonly expiresAtMs: number };

/** `PUT /api/uploads/{id}/parts/{number}` */
export type UploadPartResponse = { readonly number: number; readonly etag: string };

/** `POST /api/covers`. `tracks.update` accepts the id for an hour. */
export type UploadCoverResponse = { readonly coverId: ObjectId };

/** `POST /api/rooms/{id}/links`: one JSON object per line. */
export type LinkImportUpdate =
  | { readonly type: "progress"; readonly receivedBytes: number; readonly totalBytes: number | null }
  | { readonly type: "done"; readonly trackId: TrackId }
  | { readonly type: "failed"; readonly code: ErrorCode; readonly detail?: ErrorDetail };

/** Over HTTPS its name has a prefix, see `workers/http/server-cookie.ts`. */
export const SESSION_COOKIE = "tutti_session";
export const LOCALE_COOKIE = "locale";
export const THEME_COOKIE = "theme";

/** The access token of a room with a password: a header of a function call, or a query parameter of a WebSocket URL. */
export const ROOM_TOKEN = { header: "X-Room-Token", query: "token" } as const;
/** The browser session that the access token was issued for. */
export const ROOM_SESSION = { header: "X-Room-Session", query: "session" } as const;
