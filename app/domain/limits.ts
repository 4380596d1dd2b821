/** The product's numbers. Those of the specification are marked with the section they come from. */

const KIB = 1024;
const MIB = 1024 * KIB;
const GIB = 1024 * MIB;
const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export const limits = {
  /** §9 */
  roomNameChars: 50,
  roomUrlCharsMin: 3,
  roomUrlChars: 60,
  roomDescriptionChars: 500,
  /** A room's access token */
  roomTokenMs: DAY_MS,
  /** Who was denied may ask again. */
  askAgainAfterMs: DAY_MS,
  /** Invitations of one room that are good at once, and what one may be made for. */
  invitesPerRoom: 50,
  inviteUsesMax: 1000,
  inviteMsMax: 365 * DAY_MS,
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
  providerVisitMs: 10 * MINUTE_MS,
  /** §9: the window of a provider */
  popupWidthPx: 960,
  popupHeightPx: 600,
  /** A mail that cannot be sent is given up after this; an outbox keeps so many. */
  mailTriedMs: DAY_MS,
  outboxKeptMs: 7 * DAY_MS,
  outboxMails: 50,
  /** What opens a room's socket in place of a cookie. */
  socketTicketMs: MINUTE_MS,
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

  audioBytes: 2 * GIB,
  partBytes: 8 * MIB,
  /** Parts of one file that are under way at once, and the files of one person that are unfinished. */
  partsInFlight: 4,
  uploadsOpenPerPerson: 2000,
  /** Files that one call may announce. */
  uploadsPerCall: 500,
  /** What a link gives and is smaller is an error page or a sample. */
  linkBytesMin: 50 * KIB,
  uploadAbandonedAfterMs: 7 * DAY_MS,
  /** A cover as the browser sends it: 512×512 WebP. */
  coverUploadBytes: MIB,
  coverSidePx: 512,
  /** §9 */
  coverSourceBytes: 10 * MIB,
  /** Nothing is turned up or down by more, so that all sound equally loud. */
  levelingDbMax: 20,
  /** Tags longer than this are cut. */
  tagChars: 200,
  trackDurationMsMax: 24 * HOUR_MS,

  playlistEntries: 10_000,
  /** Entries that one command may name. */
  entriesPerCommand: 500,
  /** Tracks of the library that are told at once. */
  libraryPage: 50,
  /** A removal may be taken back for so long. */
  undoMs: MINUTE_MS,
  /** §9: NEW badge */
  newTrackMs: 10 * DAY_MS,
  /** "Previous" restarts the track once it has played this long. */
  restartAfterMs: 3 * SECOND_MS,
  /** What was on for less leaves no trace in a room's history, which keeps so many plays and tells so many at once. */
  historyMinMs: 5 * SECOND_MS,
  historyEntries: 1000,
  historyPage: 50,

  /** A start lies this far in the future, so that every device can be ready for it. */
  leadMsMin: 150,
  leadMsMax: SECOND_MS,

  socketFrameBytes: 64 * KIB,
  /** Frames that one socket may send: a burst, and what it earns back a second. */
  socketFrameBurst: 120,
  socketFramesPerSecond: 20,
  /** A fresh start is the whole room, and weighs as much as so many frames. */
  snapshotFrames: 50,
  /** A device says that it is there this often; who was silent for longer than the second figure is gone. */
  socketPingMs: 15 * SECOND_MS,
  socketSilentMs: 36 * SECOND_MS,
  /** How often an inhabited room looks who is silent: with the above, a lost device is gone within a minute. */
  presenceLookMs: 20 * SECOND_MS,
  /** An inhabited room repeats how many are in it this often, and is believed for the second figure. */
  presenceSaidMs: 4 * MINUTE_MS,
  presenceBelievedMs: 10 * MINUTE_MS,
  /** Everyone is told how well the room sounds together at most this often. */
  unisonMs: 10 * SECOND_MS,
  /** §9 */
  disconnectNoticeMs: 60 * SECOND_MS,
  /** How long an audio capability is good for at least; a fresh one is handed out over the socket in time. */
  mediaTokenMs: 6 * HOUR_MS,

  /** §9 */
  noticeMs: 5 * SECOND_MS,
  tooltipDelayMs: 300,
  favoriteTooltipDelayMs: 500,
  mobileBelowPx: 768,
  scrollToTopAfterPx: 200,
  localeCookieSeconds: (365 * DAY_MS) / SECOND_MS,
  secondPressMs: 4 * SECOND_MS,
  demoAgeMin: 18,
  demoAgeMax: 100,
} as const;
