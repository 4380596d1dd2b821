/** What is drawn as nothing or turns the text around it, but for what joins letters and pictures into one. */
const HIDDEN = /(?!\u200c|\u200d|\ufe0e|\ufe0f|[\u{e0020}-\u{e007f}])\p{Default_Ignorable_Code_Point}/gu;

/** Text on one line, as people see it: composed, without what cannot be seen, spaces folded. What shows nothing is empty. */
export function toSingleLine(raw: string): string {
  const line = raw
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(HIDDEN, "")
    .replace(/\s+/gu, " ")
    .trim();
  return /^[\p{Default_Ignorable_Code_Point}\s]*$/u.test(line) ? "" : line;
}
