/** Invisible characters and those that change the text direction, except joiners, variation selectors and emoji tags. */
const INVISIBLE = /(?!\u200c|\u200d|\ufe0e|\ufe0f|[\u{e0020}-\u{e007f}])\p{Default_Ignorable_Code_Point}/gu;

/**
 * Normalizes text to one line: composed (NFC), without control and invisible characters, with single spaces. Text without
 * a visible character becomes empty.
 */
export function toSingleLine(raw: string): string {
  const line = raw
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(INVISIBLE, "")
    .replace(/\s+/gu, " ")
    .trim();
  return /^[\p{Default_Ignorable_Code_Point}\s]*$/u.test(line) ? "" : line;
}
