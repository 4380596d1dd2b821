import type { lyricsErrors as english } from "#app/i18n/en/lyrics-errors.ts";
import type { RussianTexts } from "#app/i18n/texts.ts";

export const lyricsErrors: RussianTexts<typeof english> = {
  "lyrics-too-long": "Текст слишком длинный",
  "lyrics-too-many-lines": "В тексте может быть не больше 2000 строк",
};
