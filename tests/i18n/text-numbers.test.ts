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
import { DAY_MS, GB, HOUR_MS, MINUTE_MS, SECOND_MS } from "#app/domain/units.ts";
import { uploadLimits } from "#app/domain/uploads/upload-limits.ts";
import { SEEK_STEPS } from "#app/features/player/player-shortcuts.ts";
import { resources } from "#app/i18n/resources.server.ts";

const MB = GB / 1000;
const { profileUsernameCharsMin, profileUsernameCharsMax, usernameCharsMin, usernameCharsMax } = accountLimits;

/**
 * The numbers that each text states, with their units, in the order of the text. Sizes are whole numbers of decimal units, so that nothing
 * is refused that is as large as a text permits. Rate limits have a test of their own.
 */
const AMOUNTS: Readonly<Record<string, readonly string[]>> = {
  "errors.name-too-long": [`${accountLimits.displayNameChars} characters`],
  "errors.username-invalid": [`${usernameCharsMin}`, `${usernameCharsMax} letters`],
  "errors.password-too-short": [`${accountLimits.passwordCharsMin} characters`],
  "errors.password-too-long": [`${accountLimits.passwordCharsMax} characters`],
  "errors.profile-username-invalid": [`${profileUsernameCharsMin}`, `${profileUsernameCharsMax} letters`],
  "errors.photo-too-large": [`${Math.floor(accountLimits.photoBytes / MB)} MB`],
  "errors.photo-too-small": [`${accountLimits.photoCropMinPx}`, `${accountLimits.photoCropMinPx} pixels`],
  "errors.room-name-too-long": [`${roomLimits.roomNameChars} characters`],
  "errors.room-description-too-long": [`${roomLimits.roomDescriptionChars} characters`],
  "errors.too-many-rooms": [`${roomLimits.roomsPerPerson} rooms`],
  "errors.too-many-favorites": [`${roomLimits.favoritesPerPerson} favorites`],
  "errors.too-many-members": [`${accessLimits.membersPerRoom} members`],
  "errors.too-many-memberships": [`${accessLimits.membershipsPerPerson} rooms`],
  "errors.too-many-tracks": [`${trackLimits.tracksPerPerson} tracks`],
  "errors.too-many-saved-tracks": [`${trackLimits.savedTracksPerPerson} tracks`],
  "errors.room-url-invalid": [`${roomLimits.roomUrlCharsMin}`, `${roomLimits.roomUrlChars} letters`],
  "errors.track-title-too-long": [`${trackLimits.tagChars} characters`],
  "errors.track-text-too-long": [`${trackLimits.tagChars} characters`],
  "errors.import-batch-too-large": [`${importLimits.batchTracks} tracks`],
  "errors.file-too-large": [`${Math.floor(uploadLimits.audioBytes / GB)} GB`],
  "errors.cover-too-large": [`${Math.floor(trackLimits.coverSourceBytes / MB)} MB`],
  "errors.cover-format": [`${trackLimits.coverSidePx}`, `${trackLimits.coverSidePx} pixels`],
  "errors.playlist-full": [`${playlistLimits.playlistEntries} tracks`],
  "errors.queue-full": [`${playlistLimits.queuedEntries} tracks`],
  "errors.playlist-too-long": [`${playlistLimits.playlistEntries} tracks`],
  "errors.chat-text-too-long": [`${chatLimits.messageChars} characters`],
  "chat.muteMinutes": [`${MUTE_DURATIONS_MS[0] / MINUTE_MS} minutes`],
  "chat.muteHour": [`${MUTE_DURATIONS_MS[1] / HOUR_MS} hours`],
  "chat.muteDay": [`${MUTE_DURATIONS_MS[2] / HOUR_MS} hours`],
  "errors.lyrics-too-many-lines": [`${lyricsLimits.linesMax} lines`],
  "roomLog.empty": [`${roomLogLimits.keptMs / DAY_MS} days`],
  "auth.nameHint": [`${accountLimits.displayNameChars} characters`],
  "auth.usernameHint": [`${usernameCharsMin}`, `${usernameCharsMax} letters`],
  "auth.passwordHint": [`${accountLimits.passwordCharsMin} characters`],
  "account.password.hint": [`${accountLimits.passwordCharsMin} characters`],
  "account.photo.rule": [`${Math.floor(accountLimits.photoBytes / MB)} MB`],
  "playback.shortcuts.back": [`${SEEK_STEPS.letterMs / SECOND_MS} seconds`],
  "playback.shortcuts.forward": [`${SEEK_STEPS.letterMs / SECOND_MS} seconds`],
  "playback.shortcuts.stepBack": [`${SEEK_STEPS.arrowMs / SECOND_MS} seconds`],
  "playback.shortcuts.stepForward": [`${SEEK_STEPS.arrowMs / SECOND_MS} seconds`],
  "playback.shortcuts.pageBack": [`${SEEK_STEPS.pageMs / SECOND_MS} seconds`],
  "playback.shortcuts.pageForward": [`${SEEK_STEPS.pageMs / SECOND_MS} seconds`],
  "trackEdit.coverHint": [`${Math.floor(trackLimits.coverSourceBytes / MB)} MB`],
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

/** The words of units, as they follow numbers. */
const UNITS: Readonly<Record<"en" | "ru", Readonly<Record<string, string>>>> = {
  en: {
    ...{ characters: "characters", letters: "letters", Latin: "letters", lines: "lines", pixels: "pixels", MB: "MB", GB: "GB" },
    ...{ rooms: "rooms", favorites: "favorites", members: "members", tracks: "tracks" },
    ...{ seconds: "seconds", minutes: "minutes", hour: "hours", hours: "hours", days: "days" },
  },
  ru: {
    ...{
      символов: "characters",
      букв: "letters",
      латинских: "letters",
      строк: "lines",
      пикселей: "pixels",
      МБ: "MB",
      ГБ: "GB",
    },
    ...{ комнат: "rooms", комнатах: "rooms", избранных: "favorites", участников: "members", треков: "tracks" },
    ...{ секунд: "seconds", минут: "minutes", час: "hours", часа: "hours", дней: "days" },
  },
};

/** `10,000` and `10 000` are one number. Digits within a word, such as `M3U8`, are none. */
function readAmounts(text: string, locale: "en" | "ru"): readonly string[] {
  const literal = text.replace(/\{\{.*?\}\}/g, "");
  const found = literal.matchAll(/(?<![\p{L}\d])(\d+(?:[,\s]\d{3})*)(?![\p{L}\d])(?:\s(\p{L}+))?/gu);
  return Array.from(found, ([, number = "", word = ""]) =>
    [number.replace(/\D/g, ""), UNITS[locale][word] ?? ""].join(" ").trim(),
  );
}

function isRateLimitText(key: string): boolean {
  const code = key.replace("errors.", "");
  return isErrorCode(code) && isRateLimitError(code);
}

it.each(["en", "ru"] as const)("each number in a text in %s is that of the limit, in its unit", (locale) => {
  // the developer pages show samples
  const { dev: _, devAudio: __, devData: ___, ...texts } = resources[locale];
  const amounts = [...listTexts(texts)]
    .filter(([key]) => !OTHER_TEXTS.has(key) && !isRateLimitText(key))
    .map(([key, text]) => [key, readAmounts(text, locale)] as const)
    .filter(([, found]) => found.length > 0);
  expect(Object.fromEntries(amounts)).toEqual(AMOUNTS);
});
