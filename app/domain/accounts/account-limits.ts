import { DAY_MS, HOUR_MS, KIB, MIB, MINUTE_MS } from "#app/domain/units.ts";

/** Limits of accounts, sessions, password resets and avatars. "§n" refers to the product specification. */
export const accountLimits = {
  /** Maximum length of a display name, characters (§9). */
  displayNameChars: 20,
  /** Maximum length of the name that a guest chooses, characters. */
  guestNameChars: 30,
  /** Minimum length of a username at sign-up, characters (§9). */
  usernameCharsMin: 3,
  /** Maximum length of a username at sign-up, characters (§9). */
  usernameCharsMax: 20,
  /** Minimum length of a username in the profile, characters (§9). */
  profileUsernameCharsMin: 1,
  /** Maximum length of a username in the profile, characters (§9). */
  profileUsernameCharsMax: 30,
  /** Minimum length of a password, characters (§5). */
  passwordCharsMin: 6,
  /** Maximum length of a password, characters: a longer one only makes hashing more expensive. */
  passwordCharsMax: 200,
  /** Maximum length of an email address, characters: the longest that can receive mail (RFC 5321). */
  emailChars: 254,
  /** A session expires this long after its last renewal, ms. */
  sessionMs: 30 * DAY_MS,
  /** A session in use is renewed at most this often, ms, so that most requests do not write. */
  sessionRenewAfterMs: DAY_MS,
  /** The last use of a session is recorded at most this often, ms. */
  sessionUseRecordMs: 10 * MINUTE_MS,
  /** Maximum number of sessions of one person; the one that was unused for the longest is deleted first. */
  sessionsPerPerson: 100,
  /** A session is recent for this long after its sign-in, and after it was confirmed with the password, ms. */
  recentSignInMs: 10 * MINUTE_MS,
  /** Lifetime of a password reset link, ms. */
  resetTokenMs: HOUR_MS,
  /** A used or expired reset link stays stored for this long, ms, so that its page can give the reason. */
  resetRetentionMs: 7 * DAY_MS,
  /** Lifetime of the grant that signs a person in after a password reset, ms. */
  resetGrantMs: 2 * MINUTE_MS,
  /** Another reset link can be requested after this, ms. */
  resetCooldownMs: MINUTE_MS,
  /** Lifetime of an authorization at a provider, from the redirect to the callback, ms. */
  providerAuthorizationMs: 10 * MINUTE_MS,
  /** Maximum number of authorizations in progress; those that expire first are deleted first. */
  providerAuthorizations: 10_000,
  /** Width of a provider's window, px (§9). */
  popupWidthPx: 960,
  /** Height of a provider's window, px (§9). */
  popupHeightPx: 600,
  /** Maximum size of a profile photo, bytes (§9). */
  photoBytes: 5 * MIB,
  /** Minimum side of the square cut out of a profile photo, px (§9). */
  photoCropMinPx: 50,
  /** Width and height of an avatar, px (§9). */
  avatarSidePx: 64,
  /** JPEG quality of an avatar, 0–1 (§5). */
  avatarJpegQuality: 0.8,
  /** Width and height of the avatar for high-density screens, px. */
  avatarDenseSidePx: 256,
  /** Maximum size of an avatar, bytes. */
  avatarBytes: 32 * KIB,
  /** Maximum size of an avatar for high-density screens, bytes. */
  avatarDenseBytes: 256 * KIB,
  /** The notice that a profile was saved closes after this, ms (§9). */
  profileSavedNoticeMs: 1500,
} as const;
