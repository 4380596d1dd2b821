/**
 * Everything that can be refused or go wrong in a way that a person may be told. The list is closed: each code has a
 * text in both languages (`app/i18n/en/errors.ts`, `app/i18n/ru/errors.ts`) and an HTTP status (`workers/http/status.ts`), or nothing compiles.
 */
export const ERROR_CODES = [
  // anything
  "internal",
  "network",
  "malformed-request",
  "invalid-arguments",
  "unknown-function",
  "origin-refused",
  "too-many-attempts",
  "not-found",
  // who somebody is
  "login-required",
  "forbidden",
  "login-failed",
  "registration-failed",
  "all-fields-required",
  "field-required",
  "name-too-long",
  "username-invalid",
  "email-invalid",
  "password-too-short",
  "password-too-long",
  "email-taken",
  "username-taken",
  // rooms
  "room-not-found",
  "room-name-required",
  "room-name-too-long",
  "room-create-failed",
  "room-description-too-long",
  "room-url-invalid",
  "room-url-reserved",
  "room-url-taken",
  "room-visibility-unavailable",
  "room-update-failed",
  "room-password-required",
  "room-password-wrong",
  "room-token-expired",
  "member-not-found",
  "member-is-owner",
  "member-invited-you",
  "member-not-yours",
  "already-member",
  "user-not-found",
  "request-waiting",
  "request-denied",
  "request-gone",
  "invite-gone",
  "too-many-invites",
  // a room's playlist and playback
  "entry-not-found",
  "playlist-empty",
  "playlist-full",
  // a room's socket
  "frame-malformed",
  "frame-too-large",
  "frame-unknown",
  "too-many-frames",
  "protocol-version",
  // files
  "file-empty",
  "file-too-large",
  "file-unreadable",
  "file-chosen-twice",
  "not-audio",
  "codec-unsupported",
  "audio-damaged",
  "cover-too-large",
  "cover-not-image",
  "upload-not-found",
  "upload-incomplete",
  "upload-part-size",
  "upload-other-file",
  "upload-failed",
  "upload-cancelled",
  "too-many-uploads",
  "media-expired",
  // a file from a link
  "link-invalid",
  "link-private",
  "link-service-page",
  "link-status",
  "link-expired",
  "link-content-type",
  "link-too-small",
  "link-network",
  "link-broken",
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

export function isErrorCode(value: unknown): value is ErrorCode {
  return (ERROR_CODES as readonly unknown[]).includes(value);
}
