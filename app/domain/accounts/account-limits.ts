import { DAY_MS, HOUR_MS, KIB, MIB, MINUTE_MS } from "#app/domain/units.ts";

/** Limits of accounts, sessions, password resets and avatars. §n: the section of the specification that states the limit. */
export const accountLimits = {
  /** §9: display name at sign-up and in the profile */
  displayNameChars: 20,
  /** §9: 3 to 20 at sign-up */
  usernameCharsMin: 3,
  usernameCharsMax: 20,
  /** §9: 1 to 30 in the profile */
  profileUsernameCharsMin: 1,
  profileUsernameCharsMax: 30,
  /** §5 */
  passwordCharsMin: 6,
  /** Longer ones would only make the hash expensive. */
  passwordCharsMax: 200,
  /** RFC 5321: the longest address that can receive mail */
  emailChars: 254,
  sessionMs: 30 * DAY_MS,
  /** A session in use is prolonged at most this often, so that reading stays reading. */
  sessionRenewAfterMs: DAY_MS,
  /** It is noted at most this often that a session is used. */
  sessionSeenAfterMs: 10 * MINUTE_MS,
  /** Of one person; the longest unused go. */
  sessionsPerPerson: 100,
  /** Who has no password has signed in within this, for what only the owner of an account may do. */
  recentSignInMs: 10 * MINUTE_MS,
  /** A link that sets a new password; how long it is known that one was used or has expired; the sign-in right after it. */
  resetTokenMs: HOUR_MS,
  resetKnownMs: 7 * DAY_MS,
  resetGrantMs: 2 * MINUTE_MS,
  /** Another link may be asked for after this. */
  resetAgainAfterMs: MINUTE_MS,
  /** A visit to a provider */
  providerAuthorizationMs: 10 * MINUTE_MS,
  /** §9: the window of a provider */
  popupWidthPx: 960,
  popupHeightPx: 600,
  /** §9: profile photo */
  photoBytes: 5 * MIB,
  photoCropMinPx: 50,
  avatarSidePx: 64,
  /** §5 */
  avatarJpegQuality: 0.8,
  /** For dense screens. */
  avatarDenseSidePx: 256,
  avatarBytes: 32 * KIB,
  avatarDenseBytes: 256 * KIB,
  /** §9: the profile's "saved" closes after this. */
  profileSavedMs: 1500,
} as const;
