import type { ErrorCode } from "#app/domain/errors.ts";
import type { Locale } from "#app/i18n/config.ts";
import { accountErrors as accountErrorsEn } from "#app/i18n/en/account-errors.ts";
import { chatErrors as chatErrorsEn } from "#app/i18n/en/chat-errors.ts";
import { errors as errorsEn } from "#app/i18n/en/errors.ts";
import { importErrors as importErrorsEn } from "#app/i18n/en/import-errors.ts";
import { lyricsErrors as lyricsErrorsEn } from "#app/i18n/en/lyrics-errors.ts";
import { roomErrors as roomErrorsEn } from "#app/i18n/en/room-errors.ts";
import { accountErrors as accountErrorsRu } from "#app/i18n/ru/account-errors.ts";
import { chatErrors as chatErrorsRu } from "#app/i18n/ru/chat-errors.ts";
import { errors as errorsRu } from "#app/i18n/ru/errors.ts";
import { importErrors as importErrorsRu } from "#app/i18n/ru/import-errors.ts";
import { lyricsErrors as lyricsErrorsRu } from "#app/i18n/ru/lyrics-errors.ts";
import { roomErrors as roomErrorsRu } from "#app/i18n/ru/room-errors.ts";

const SENTENCES: Record<Locale, Readonly<Record<ErrorCode, string>>> = {
  en: { ...errorsEn, ...roomErrorsEn, ...chatErrorsEn, ...lyricsErrorsEn, ...importErrorsEn, ...accountErrorsEn },
  ru: { ...errorsRu, ...roomErrorsRu, ...chatErrorsRu, ...lyricsErrorsRu, ...importErrorsRu, ...accountErrorsRu },
};

/** The text of an error for a client without the texts of the pages. Placeholders of values, which few texts have, remain. */
export function errorSentence(code: ErrorCode, locale: Locale): string {
  return SENTENCES[locale][code];
}
