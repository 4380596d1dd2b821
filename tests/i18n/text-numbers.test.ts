import { expect, it } from "vitest";
import { accessLimits } from "#app/domain/access/access-limits.ts";
import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import { chatLimits, MUTE_DURATIONS_MS } from "#app/domain/chat/chat-limits.ts";
import { isErrorCode } from "#app/domain/errors.ts";
import { importLimits } from "#app/domain/imports/import-limits.ts";
import { lyricsLimits } from "#app/domain/lyrics/lyrics-limits.ts";
import { playlistLimits } from "#app/domain/playlist/playlist-limits.ts";
import { isRateLimitError } from "#app/domain/rate-limit-waits.ts";
import { roomLimits } from "#app/domain/room/room-limits.ts";
import { roomLogLimits } from "#app/domain/room-log/room-log-limits.ts";
import { trackLimits } from "#app/domain/tracks/track-limits.ts";
import { DAY_MS, GIB, HOUR_MS, MIB, MINUTE_MS, SECOND_MS } from "#app/domain/units.ts";
import { uploadLimits } from "#app/domain/uploads/upload-limits.ts";
import { SEEK_STEPS } from "#app/features/player/player-shortcuts.ts";
import { resources } from "#app/i18n/resources.server.ts";

const { profileUsernameCharsMin, profileUsernameCharsMax, usernameCharsMin, usernameCharsMax } = accountLimits;

/** The numbers that each text states, in the order of the text. Rate limits have a test of their own. */
const NUMBERS: Readonly<Record<string, readonly number[]>> = {
  "errors.name-too-long": [accountLimits.displayNameChars],
  "errors.username-invalid": [usernameCharsMin, usernameCharsMax],
  "errors.password-too-short": [accountLimits.passwordCharsMin],
  "errors.password-too-long": [accountLimits.passwordCharsMax],
  "errors.profile-username-invalid": [profileUsernameCharsMin, profileUsernameCharsMax],
  "errors.photo-too-large": [accountLimits.photoBytes / MIB],
  "errors.photo-too-small": [accountLimits.photoCropMinPx, accountLimits.photoCropMinPx],
  "errors.room-name-too-long": [roomLimits.roomNameChars],
  "errors.room-description-too-long": [roomLimits.roomDescriptionChars],
  "errors.too-many-rooms": [roomLimits.roomsPerPerson],
  "errors.too-many-favorites": [roomLimits.favoritesPerPerson],
  "errors.too-many-members": [accessLimits.membersPerRoom],
  "errors.too-many-memberships": [accessLimits.membershipsPerPerson],
  "errors.too-many-tracks": [trackLimits.tracksPerPerson],
  "errors.too-many-saved-tracks": [trackLimits.savedTracksPerPerson],
  "errors.room-url-invalid": [roomLimits.roomUrlCharsMin, roomLimits.roomUrlChars],
  "errors.track-title-too-long": [trackLimits.tagChars],
  "errors.track-text-too-long": [trackLimits.tagChars],
  "errors.import-batch-too-large": [importLimits.batchTracks],
  "errors.file-too-large": [uploadLimits.audioBytes / GIB],
  "errors.cover-too-large": [trackLimits.coverSourceBytes / MIB],
  "errors.cover-format": [trackLimits.coverSidePx, trackLimits.coverSidePx],
  "errors.playlist-full": [playlistLimits.playlistEntries],
  "errors.queue-full": [playlistLimits.queuedEntries],
  "errors.playlist-too-long": [playlistLimits.playlistEntries],
  "errors.chat-text-too-long": [chatLimits.messageChars],
  "chat.muteMinutes": [MUTE_DURATIONS_MS[0] / MINUTE_MS],
  "chat.muteHour": [MUTE_DURATIONS_MS[1] / HOUR_MS],
  "chat.muteDay": [MUTE_DURATIONS_MS[2] / HOUR_MS],
  "errors.lyrics-too-many-lines": [lyricsLimits.linesMax],
  "roomLog.empty": [roomLogLimits.keptMs / DAY_MS],
  "auth.nameHint": [accountLimits.displayNameChars],
  "auth.usernameHint": [usernameCharsMin, usernameCharsMax],
  "auth.passwordHint": [accountLimits.passwordCharsMin],
  "account.password.hint": [accountLimits.passwordCharsMin],
  "account.photo.rule": [accountLimits.photoBytes / MIB],
  "playback.shortcuts.back": [SEEK_STEPS.letterMs / SECOND_MS],
  "playback.shortcuts.forward": [SEEK_STEPS.letterMs / SECOND_MS],
  "playback.shortcuts.stepBack": [SEEK_STEPS.arrowMs / SECOND_MS],
  "playback.shortcuts.stepForward": [SEEK_STEPS.arrowMs / SECOND_MS],
  "playback.shortcuts.pageBack": [SEEK_STEPS.pageMs / SECOND_MS],
  "playback.shortcuts.pageForward": [SEEK_STEPS.pageMs / SECOND_MS],
  "trackEdit.coverHint": [trackLimits.coverSourceBytes / MIB],
};

/** The numbers of these texts are not limits of the product. */
const OTHER_TEXTS: ReadonlySet<string> = new Set([
  "account.photo.area",
  "devices.roleText.high",
  "devices.roleText.low",
  "people.guestName.invalid",
  "room.playlist.moveRange",
  "room.sync.adjustText",
  "calibration.tap.rough",
  "calibration.microphone.place",
]);

type Texts = { readonly [key: string]: string | Texts };

function* listTexts(texts: Texts, path = ""): Generator<readonly [key: string, text: string]> {
  for (const [name, text] of Object.entries(texts)) {
    const key = path === "" ? name : `${path}.${name}`;
    if (typeof text === "string") yield [key, text];
    else yield* listTexts(text, key);
  }
}

/** `10,000` and `10 000` are one number. Digits within a word, such as `M3U8`, are none. */
function readNumbers(text: string): readonly number[] {
  const literal = text.replace(/\{\{.*?\}\}/g, "");
  const numbers = literal.match(/(?<![\p{L}\d])\d+(?:[,\s]\d{3})*(?![\p{L}\d])/gu) ?? [];
  return numbers.map((number) => Number(number.replace(/\D/g, "")));
}

function isRateLimitText(key: string): boolean {
  const code = key.replace("errors.", "");
  return isErrorCode(code) && isRateLimitError(code);
}

it.each(["en", "ru"] as const)("each number in a text in %s is that of the limit", (locale) => {
  // the developer pages show samples
  const { dev: _, devAudio: __, devData: ___, ...texts } = resources[locale];
  const numbers = [...listTexts(texts)]
    .filter(([key]) => !OTHER_TEXTS.has(key) && !isRateLimitText(key))
    .map(([key, text]) => [key, readNumbers(text)] as const)
    .filter(([, found]) => found.length > 0);
  expect(Object.fromEntries(numbers)).toEqual(NUMBERS);
});
