import { accessLimits } from "#app/domain/access/access-limits.ts";
import { BUDGETS_MAX } from "#app/domain/access/budget.ts";
import { connectionLimits } from "#app/domain/access/connection-limits.ts";
import { liveLimits } from "#app/domain/access/live-limits.ts";
import { lobbyLimits } from "#app/domain/access/lobby-limits.ts";
import { ADDRESS_WORK_RATE, PERSON_WORK_RATE } from "#app/domain/access/work-budget.ts";
import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import { chatLimits } from "#app/domain/chat/chat-limits.ts";
import { deviceLimits } from "#app/domain/devices/device-limits.ts";
import { importLimits } from "#app/domain/imports/import-limits.ts";
import { lyricsLimits } from "#app/domain/lyrics/lyrics-limits.ts";
import { mailLimits } from "#app/domain/mail/mail-limits.ts";
import { playbackLimits } from "#app/domain/playback/playback-limits.ts";
import { playlistLimits } from "#app/domain/playlist/playlist-limits.ts";
import { reactionLimits } from "#app/domain/reactions/reaction-limits.ts";
import { roomLimits } from "#app/domain/room/room-limits.ts";
import { roomLogLimits } from "#app/domain/room-log/room-log-limits.ts";
import { trackLimits } from "#app/domain/tracks/track-limits.ts";
import { DAY_MS, GB, GIB, HOUR_MS, KIB, MINUTE_MS } from "#app/domain/units.ts";
import { uploadLimits } from "#app/domain/uploads/upload-limits.ts";
import { voteLimits } from "#app/domain/votes/vote-limits.ts";
import { WATCHED_ROOMS_MAX } from "#app/protocol/lobby-messages.ts";
import { LATER_CHANGES_MAX } from "#db/changes/as-of.ts";
import { ROOMS_PER_SESSION } from "#workers/live-object/session-watches.ts";
import { COUNTERS_MAX, RATE_LIMITS, type RateLimit } from "#workers/rate-limits/rate-limit.ts";

/** Something of which a person can make many. A scope without a limit of its own is left out. */
export type Limit = {
  readonly what: string;
  readonly person?: string;
  readonly address?: string;
  readonly room?: string;
  readonly server?: string;
  /** The files that enforce the limit. */
  readonly where: readonly string[];
  /** The test that fails without the limit: its file and its title. */
  readonly test: readonly [file: string, title: string];
  /** The tables whose rows the limit bounds, of D1 or of an object. */
  readonly tables?: readonly string[];
};

const number = (value: number) => value.toLocaleString("en-US");
const days = (ms: number) => `${number(ms / DAY_MS)} days`;

/** Such as "100 in 15 minutes". */
function rate(limit: RateLimit): string {
  const { max, window } = RATE_LIMITS[limit];
  const words = {
    "too-many-attempts": "in 15 minutes",
    "too-many-attempts-hour": "an hour",
    "too-many-attempts-day": "a day",
  };
  return `${number(max)} ${words[window]}`;
}

const LIMITS_TEST = "tests/workers/db/limits.test.ts";
const STORED_TEST = "tests/workers/room-object/stored-limits.test.ts";
const RATE_TEST = "tests/workers/rate-limits/rate-limits.test.ts";
const ACCOUNTS: readonly Limit[] = [
  {
    what: "Accounts",
    address: `${rate("registration/address")}, created`,
    where: ["workers/rate-limits/sign-in-limits.ts"],
    test: ["tests/workers/accounts/providers.test.ts", "counts against the registration limit of the address"],
    tables: ["users"],
  },
  {
    what: "Sessions; the one that was unused for the longest ends",
    person: number(accountLimits.sessionsPerPerson),
    where: ["db/queries/sessions.ts"],
    test: ["tests/workers/accounts/sign-in-races.test.ts", "are limited in number: the least recently used end first"],
    tables: ["sessions"],
  },
  {
    what: "Passwords verified, correct ones included",
    person: `${rate("sign-in/address-and-account-total")}, from one address`,
    address: rate("sign-in/address-total"),
    where: ["workers/rate-limits/sign-in-limits.ts"],
    test: ["tests/workers/accounts/sign-in-attempts.test.ts", "count correct passwords too, per account and for the address"],
  },
  {
    what: "Linked accounts",
    person: "1 of each provider",
    where: ["db/schema/accounts.ts"],
    test: [
      "tests/workers/accounts/providers.test.ts",
      "accepts the same account again and refuses another one of the provider",
    ],
    tables: ["linked_accounts"],
  },
  {
    what: "OAuth authorizations in progress",
    address: rate("provider-authorization/address"),
    server: `the latest ${number(accountLimits.providerAuthorizations)}`,
    where: ["db/queries/provider-authorizations.ts", "workers/rate-limits/sign-in-limits.ts"],
    test: [LIMITS_TEST, "the latest 10,000 authorizations at providers are kept"],
    tables: ["provider_authorizations"],
  },
  {
    what: "Password reset links",
    person: rate("password-reset/mail-account-daily"),
    address: rate("password-reset/address"),
    where: ["workers/rate-limits/password-reset-limits.ts"],
    test: [
      "tests/workers/accounts/reset-request.test.ts",
      "sends at most a hundred mails a day to one account for all addresses together",
    ],
    tables: ["password_resets"],
  },
  {
    what: "Mails that are stored",
    server: `${number(mailLimits.storedMails)}; ${mailLimits.outboxMails} in an outbox`,
    where: ["db/queries/mails.ts"],
    test: [LIMITS_TEST, "at most 10,000 mails are stored"],
    tables: ["mails"],
  },
  {
    what: "Avatars",
    person: `1; ${rate("avatar-change/user")}`,
    where: ["workers/accounts/avatar/avatar-functions.ts", "db/queries/profile.ts"],
    test: ["tests/workers/accounts/avatars.test.ts", "leaves no objects behind when it is replaced"],
  },
  {
    what: "Counters of rate limits",
    server: number(COUNTERS_MAX),
    where: ["db/queries/attempts.ts", "workers/jobs/sweep.ts"],
    test: [LIMITS_TEST, "of too many counters of rate limits, the oldest are deleted"],
    tables: ["attempts"],
  },
  {
    what: "Budgets of messages in memory, of each kind",
    room: number(BUDGETS_MAX),
    where: ["app/domain/access/budget.ts"],
    test: [
      "tests/domain/access/budget.test.ts",
      "are forgotten once they are full, and the least recently used ones when there are too many",
    ],
  },
];

const ROOMS: readonly Limit[] = [
  {
    what: "Rooms that a person owns",
    person: `${number(roomLimits.roomsPerPerson)}; ${rate("room-creation/user")}`,
    where: ["db/queries/rooms.ts", "db/queries/members.ts"],
    test: [LIMITS_TEST, "a person owns at most 1,000 rooms, created or taken over"],
    tables: ["rooms", "now_playing"],
  },
  {
    what: "Members",
    person: `${number(accessLimits.membershipsPerPerson)} rooms`,
    room: number(accessLimits.membersPerRoom),
    where: ["db/queries/members.ts"],
    test: [LIMITS_TEST, "a room has at most 2,000 members, added, invited or approved"],
    tables: ["members"],
  },
  {
    what: "Pending access requests",
    person: `${number(accessLimits.requestsPerPerson)}; ${rate("access-request/user")}`,
    room: number(accessLimits.requestsPerRoom),
    where: ["db/queries/members.ts"],
    test: [LIMITS_TEST, "a room has at most 500 pending requests, and a person 200"],
  },
  {
    what: "Rejected access requests",
    room: `the latest ${number(accessLimits.requestsPerRoom)}`,
    where: ["db/queries/members.ts"],
    test: [LIMITS_TEST, "a room keeps the latest 500 rejected requests"],
  },
  {
    what: "Invites",
    room: number(accessLimits.invitesPerRoom),
    where: ["workers/invites/invite-functions.ts"],
    test: ["tests/workers/invites/invites.test.ts", "is limited to fifty valid ones per room"],
    tables: ["invites"],
  },
  {
    what: "Access tokens of rooms with a password",
    address: rate("room-password/address-total"),
    room: `the latest ${number(accessLimits.roomTokensPerRoom)}`,
    where: ["db/queries/room-tokens.ts", "workers/rate-limits/room-password-limits.ts"],
    test: [LIMITS_TEST, "a room keeps the latest 2,000 access tokens"],
    tables: ["room_tokens"],
  },
  {
    what: "Favorites",
    person: number(roomLimits.favoritesPerPerson),
    where: ["db/queries/favorites.ts"],
    test: [LIMITS_TEST, "a person has at most 5,000 favorites"],
    tables: ["favorites"],
  },
  {
    what: "Rooms where a person is shown to listen",
    person: "1",
    where: ["db/schema/listening.ts"],
    test: ["tests/workers/rooms/listening.test.ts", "LN2 is the one that the person joined last, whichever room writes later"],
    tables: ["listening"],
  },
  {
    what: "People whose data a room has outside of its members",
    room: `those of ${number(chatLimits.keptMessages)} messages and ${number(chatLimits.keptReadMarks)} read marks`,
    where: ["workers/room-object/chat-people.ts", "db/queries/room-contributors.ts"],
    test: [STORED_TEST, "a room's chat keeps the latest 5,000 read marks, and has at most 1,000 mutes"],
    tables: ["room_contributors", "chat_people", "chat_reads", "chat_mutes"],
  },
];

const MUSIC: readonly Limit[] = [
  {
    what: "Tracks of a library",
    person: `${number(trackLimits.tracksPerPerson)}; ${uploadLimits.storedBytesPerPerson / GB} GB`,
    where: ["db/queries/uploads.ts", "db/queries/track-edit.ts"],
    test: [LIMITS_TEST, "a person has at most 50,000 tracks, and 10,000 saved ones"],
    tables: ["tracks", "audio", "waveforms", "pending_notifications", "track_words"],
  },
  {
    what: "Saved tracks",
    person: number(trackLimits.savedTracksPerPerson),
    where: ["db/queries/saved-tracks.ts"],
    test: [LIMITS_TEST, "a person has at most 50,000 tracks, and 10,000 saved ones"],
    tables: ["saved_tracks"],
  },
  {
    what: "Unfinished uploads",
    person: number(uploadLimits.uploadsOpenPerPerson),
    where: ["db/queries/uploads.ts"],
    test: [LIMITS_TEST, "a person has at most 2,000 unfinished uploads, within the storage of a person"],
    tables: ["uploads"],
  },
  {
    what: `Parts of an upload, ${uploadLimits.partBytes / KIB / KIB} MiB each`,
    person: `${uploadLimits.audioBytes / uploadLimits.partBytes} an upload`,
    where: ["workers/uploads/upload-routes.ts"],
    test: [
      "tests/workers/uploads/uploads.test.ts",
      "parts with a wrong size or number are refused, and so is an incomplete upload",
    ],
    tables: ["upload_parts"],
  },
  {
    what: "Lyrics",
    person: `1 of each track; ${number(lyricsLimits.textChars)} characters; ${rate("lyrics-edit/user")}`,
    where: ["workers/lyrics/set-lyrics.ts"],
    test: ["tests/workers/lyrics/lyrics.test.ts", "LY2 over the limits are refused, and a text without words removes them"],
    tables: ["lyrics"],
  },
  {
    what: "Covers",
    person: `1 of each track; ${rate("cover-upload/user")}`,
    where: ["workers/tracks/cover-routes.ts"],
    test: [RATE_TEST, "apply to cover uploads, reads of stored files and duration fixes"],
  },
  {
    what: "Orphaned objects",
    person: "those of an hour's covers and avatars",
    server: "the sweep deletes 20,000 in 5 minutes",
    where: ["workers/jobs/sweep.ts"],
    test: ["tests/workers/uploads/uploads.test.ts", "an orphaned object is swept after an hour"],
    tables: ["orphaned_objects"],
  },
  {
    what: "Service connections",
    person: "1 of each service",
    where: ["db/schema/imports.ts"],
    test: [
      "tests/workers/imports/import-batches.test.ts",
      "is checked at the service, listed without its password and stored sealed",
    ],
    tables: ["connections", "connection_secrets"],
  },
  {
    what: `Imports, of ${number(importLimits.batchTracks)} tracks`,
    person: `${importLimits.openBatches} unfinished, the latest ${importLimits.endedBatches} that have ended`,
    where: ["db/queries/imports.ts"],
    test: [LIMITS_TEST, "a person has at most 20 unfinished imports, and the latest 50 that have ended are kept"],
    tables: ["import_batches", "import_items"],
  },
  {
    what: "Downloads at once",
    person: number(importLimits.downloadsAtOnce),
    server: number(importLimits.downloadsInAll),
    where: ["workers/imports/stream-import.ts"],
    test: [
      "tests/workers/imports/hostile-downloads.test.ts",
      "are refused while as many of the person run as may, and not those of others",
    ],
  },
  {
    what: "Searches at services",
    person: rate("service-search/user"),
    where: ["workers/imports/search/search-functions.ts"],
    test: ["tests/workers/rate-limits/rate-limits.test.ts", "apply to searches at services, also for a track of the library"],
  },
];

const IN_A_ROOM: readonly Limit[] = [
  {
    what: "Entries of a playlist",
    room: number(playlistLimits.playlistEntries),
    where: ["app/domain/room/add-entries.ts"],
    test: ["tests/domain/room/add-entries.test.ts", "PL2 an addition beyond the limit adds no entry"],
    tables: ["entries", "people", "state", "room_tracks"],
  },
  {
    what: "Entries in the queue",
    room: number(playlistLimits.queuedEntries),
    where: ["app/domain/room/decide-playlist.ts"],
    test: ["tests/domain/playback/queue.test.ts", "OR9 are refused beyond the limit, and then change nothing"],
  },
  {
    what: "Chat messages",
    person: `${chatLimits.writeBurst} at once, ${chatLimits.writesPerSecond} a second`,
    room: `the latest ${number(chatLimits.keptMessages)}`,
    where: ["workers/room-object/chat-storage.ts"],
    test: [
      "tests/workers/room-object/chat.test.ts",
      "CH4 lists pages and what has changed since a change, and forgets the oldest messages",
    ],
    tables: ["chat_messages", "chat_mentions", "chat_counters"],
  },
  {
    what: "Read marks and mutes",
    room: `the latest ${number(chatLimits.keptReadMarks)} marks, ${number(chatLimits.mutes)} mutes`,
    where: ["workers/room-object/chat-people.ts"],
    test: [STORED_TEST, "a room's chat keeps the latest 5,000 read marks, and has at most 1,000 mutes"],
  },
  {
    what: "Tracks with reactions",
    person: `${reactionLimits.burst} reactions at once, ${reactionLimits.perSecond} a second`,
    room: `the latest ${number(reactionLimits.tracks)}`,
    where: ["workers/room-object/reactions.ts"],
    test: [STORED_TEST, "a room stores the reactions to the 1,000 tracks that were reacted to last"],
    tables: ["reactions"],
  },
  {
    what: "Votes for queued entries",
    person: number(voteLimits.queueVotesPerPerson),
    room: number(voteLimits.queueVotes),
    where: ["app/domain/votes/queue-votes.ts"],
    test: [
      "tests/domain/votes/queue-votes.test.ts",
      "VO10 are limited for a person and for a room, and can be withdrawn at the limit",
    ],
    tables: ["queue_votes"],
  },
  {
    what: "Votes to skip",
    person: "1",
    where: ["app/domain/votes/decide-skip.ts"],
    test: [
      "tests/workers/room-object/skip-votes.test.ts",
      "VO3 can be withdrawn, counts once for all devices, and is not needed by the owner",
    ],
  },
  {
    what: "Rows of the log",
    person: `${number(roomLogLimits.rowsPerPerson)}, then older ones are joined`,
    room: `${number(roomLogLimits.rows)}, ${number(roomLogLimits.changes)} changed entries, ${days(roomLogLimits.keptMs)}`,
    where: ["workers/room-object/room-log.ts"],
    test: [
      "tests/workers/room-object/room-log-storage.test.ts",
      "RL7 forgets the oldest edits beyond the maximum number of changed entries",
    ],
    tables: ["log", "log_changes", "departed_entries", "renewed_ranks"],
  },
  {
    what: "Play history",
    room: `the latest ${number(playbackLimits.historyEntries)}`,
    where: ["workers/room-object/play-history.ts"],
    test: [
      "tests/workers/room-object/history.test.ts",
      "is limited to the last thousand plays, and written together with the room's state",
    ],
    tables: ["history", "interrupted_play"],
  },
  {
    what: "Tracks that have just left the playlist",
    room: "those of a minute",
    where: ["workers/room-object/recent-removals.ts"],
    test: ["tests/workers/room-object/recent-removals.test.ts", "drops a track a minute after it has left the playlist"],
    tables: ["recent_removals"],
  },
  {
    what: "Connections to a room",
    address: `${number(connectionLimits.addressJoinBurst)} at once, ${connectionLimits.addressJoinsPerSecond} a second`,
    where: ["workers/room-object/join.ts"],
    test: ["tests/domain/access/budget.test.ts", "CN4 limit the connections of an address"],
  },
  {
    what: "Messages and commands of a connection",
    person: `${connectionLimits.socketMessageBurst} at once, ${connectionLimits.socketMessagesPerSecond} a second`,
    room: "of all guests together as of one person",
    where: ["workers/room-object/connection-protocol.ts"],
    test: [
      "tests/workers/room-object/room.test.ts",
      "closes a connection that sends too many messages, and continues to serve the others",
    ],
  },
  {
    what: "Sockets that wait for access",
    person: "5 of each room",
    where: ["workers/room-object/waiting-list.ts"],
    test: [STORED_TEST, "a person waits for access to a room with at most five sockets"],
  },
  {
    what: "Names of guests that are listed",
    room: number(connectionLimits.namedGuests),
    where: ["app/domain/access/presence-tally.ts"],
    test: ["tests/domain/access/presence-tally.test.ts", "CN8 lists at most 50 names of guests and counts all guests"],
  },
  {
    what: "Devices that are listed",
    room: number(deviceLimits.listed),
    where: ["app/domain/devices/device-list.ts"],
    test: [
      "tests/workers/room-object/device-list-publisher.test.ts",
      "DV7 sends at most 50 lists a second, of at most 100 devices, and each watcher gets one before others get two",
    ],
  },
];

const ACROSS_ROOMS: readonly Limit[] = [
  {
    what: "Work that a server does, in units of about a millisecond",
    person: `${number(PERSON_WORK_RATE.burst)} at once, ${PERSON_WORK_RATE.perSecond} a second`,
    address: `${number(ADDRESS_WORK_RATE.burst)} at once, ${ADDRESS_WORK_RATE.perSecond} a second, of guests`,
    where: ["workers/work/pay-for-work.ts", "workers/live-object/query-evaluator.ts"],
    test: ["tests/workers/api/work-budget.test.ts", "is refused calls with a code and a time to wait, and others are not"],
  },
  {
    what: "Requests that are worked for at once, on a server of one's own; more wait for 20 s",
    address: "2, and 1,000 waiting",
    server: "3",
    where: ["workers/work/take-turn.ts", "app/lib/shared-turns.ts"],
    test: ["tests/lib/shared-turns.test.ts", "let a few tasks of a key run at once, and a few in all"],
  },
  {
    what: "Sockets that are opened at once, on a server of one's own; more wait for 20 s",
    address: "3, and 1,000 waiting",
    server: "24",
    where: ["workers/work/take-turn.ts", "app/lib/shared-turns.ts"],
    test: ["tests/lib/shared-turns.test.ts", "let a few tasks of a key run at once, and a few in all"],
  },
  {
    what: "Requests to the API and for files, whatever the account",
    address: `${number(ADDRESS_WORK_RATE.burst)} at once, ${ADDRESS_WORK_RATE.perSecond} a second`,
    where: ["workers/work/pay-for-work.ts"],
    test: [
      "tests/workers/api/work-budget.test.ts",
      "is refused files and the API, if it is an address with too many requests, whatever its accounts, and no pages",
    ],
  },
  {
    what: "Rooms: connections",
    address: number(connectionLimits.roomSockets.perHolder),
    server: number(connectionLimits.roomSockets.inAll),
    where: ["workers/room-object/socket-share.ts"],
    test: ["tests/workers/room-object/socket-share.test.ts", "WK3 an address has a share of the sockets of all rooms together"],
  },
  {
    what: "Lobby: connections",
    address: number(lobbyLimits.sockets.perHolder),
    server: number(lobbyLimits.sockets.inAll),
    where: ["workers/lobby-object/lobby-object.ts"],
    test: ["tests/workers/lobby-object/lobby.test.ts", "WK3 refuses an address that has 500 sockets, and no other one"],
  },
  {
    what: "Lobby: rooms that a page watches",
    person: `${WATCHED_ROOMS_MAX} a socket`,
    where: ["workers/lobby-object/lobby-object.ts"],
    test: ["tests/workers/lobby-object/lobby.test.ts", "refuses other sites and old versions, and ignores invalid messages"],
  },
  {
    what: "Live: connections",
    address: number(liveLimits.sockets.perHolder),
    server: number(liveLimits.sockets.inAll),
    where: ["workers/live-object/live-connections.ts"],
    test: [
      "tests/workers/live-object/live-shares.test.ts",
      "WK3 an address has 500 sockets at most, and the next one is refused without an error",
    ],
  },
  {
    what: "Live: subscriptions",
    person: `${liveLimits.queries.perHolder}; ${liveLimits.queriesPerConnection} a connection`,
    address: `${liveLimits.queries.perHolder}, of guests`,
    server: number(liveLimits.queries.inAll),
    where: ["workers/live-object/query-shares.ts"],
    test: ["tests/workers/live-object/live-shares.test.ts", "WK3 a payer has 400 subscriptions at most, over all connections"],
    tables: ["subscriptions", "reads"],
  },
  {
    what: "Live: outcomes of mutations, kept for an hour",
    person: `the latest ${number(liveLimits.outcomes.perHolder)}`,
    address: `the latest ${number(liveLimits.outcomes.perHolder)}, of guests`,
    server: `the latest ${number(liveLimits.outcomes.inAll)}`,
    where: ["workers/live-object/outcome-store.ts"],
    test: [
      "tests/workers/live-object/live-mutations.test.ts",
      "the oldest outcomes of a payer go first, and their mutations are not run again",
    ],
    tables: ["outcomes", "forgotten"],
  },
  {
    what: "Live: rooms in which the end of a session is watched",
    person: `the latest ${ROOMS_PER_SESSION} a session, for two days`,
    where: ["workers/live-object/session-watches.ts"],
    test: ["tests/workers/accounts/user-sessions.test.ts", "is disconnected from open rooms at once, whichever way it ends"],
    tables: ["session_watches"],
  },
  {
    what: "Later changes of a moment that is read",
    server: number(LATER_CHANGES_MAX),
    where: ["db/changes/as-of.ts"],
    test: [
      "tests/workers/api/timestamps.test.ts",
      "is unavailable when the log does not reach back, or has too many later changes",
    ],
  },
  {
    what: "Rows of the change log",
    server: "those of the last 5 to 10 minutes",
    where: ["db/queries/changes.ts", "workers/jobs/sweep.ts"],
    test: ["tests/workers/db/change-log.test.ts", "is not available for a moment that the log does not contain"],
    tables: ["changes"],
  },
  {
    what: "Export of an account",
    person: rate("account-export/user"),
    where: ["workers/accounts/export/export-routes.ts"],
    test: ["tests/workers/accounts/account-export.test.ts", "requires a session and is limited to ten per hour"],
  },
  {
    what: "Body of a call",
    person: "1 MiB, within the sizes of the function's schema",
    where: ["workers/http/read-request.ts", "scripts/checks/schema-sizes.mjs"],
    test: ["tests/scripts/schema-sizes.test.ts", "the product has no schema without a maximum"],
  },
];

const IN_A_BROWSER: readonly Limit[] = [
  {
    what: "Recently visited rooms",
    person: "12",
    where: ["app/app-state/recent-rooms.ts"],
    test: ["tests/app-state/recent-rooms.test.ts", "has each room once, the latest visit first, and at most twelve"],
  },
  {
    what: "Delays of outputs",
    person: "30",
    where: ["app/app-state/stored-delays.ts"],
    test: ["tests/app-state/stored-delays.test.ts", "the delays that were set least recently are forgotten"],
  },
  {
    what: "Shared items",
    person: `${number(uploadLimits.uploadsPerCall)} files, ${uploadLimits.sharedBytes / GIB} GiB, ${DAY_MS / HOUR_MS} hours`,
    where: ["service-worker/receive-share.ts", "app/lib/shared-items.ts"],
    test: [
      "tests/service-worker/receive-share.test.ts",
      "a share of more files or bytes than a person uploads at once is refused",
    ],
  },
];

export const LIMITS: Readonly<Record<string, readonly Limit[]>> = {
  Accounts: ACCOUNTS,
  Rooms: ROOMS,
  Music: MUSIC,
  "In a room": IN_A_ROOM,
  "Across rooms": ACROSS_ROOMS,
  "In a browser": IN_A_BROWSER,
};

/** How long what is left behind stays. */
export const RETENTION = `Unfinished uploads are deleted after ${days(uploadLimits.uploadAbandonedAfterMs)} without progress, mails that cannot be
sent after ${mailLimits.mailRetryMs / HOUR_MS} hours, access tokens of rooms after ${accessLimits.roomTokenMs / HOUR_MS} hours, sessions after ${days(accountLimits.sessionMs)} without use, and authorizations
at providers after ${accountLimits.providerAuthorizationMs / MINUTE_MS} minutes.`;
