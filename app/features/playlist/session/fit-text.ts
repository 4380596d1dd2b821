/** The width of a text in px. */
export type Measure = (text: string) => number;

const ELLIPSIS = "…";

/** A text that is at most `maxWidth` wide: its end is replaced with an ellipsis if necessary. */
export function fitText(text: string, maxWidth: number, measure: Measure): string {
  if (measure(text) <= maxWidth) return text;
  const characters = Array.from(text);
  let [fitting, tooLong] = [0, characters.length];
  while (tooLong - fitting > 1) {
    const middle = Math.floor((fitting + tooLong) / 2);
    if (measure(cut(characters, middle)) <= maxWidth) fitting = middle;
    else tooLong = middle;
  }
  return cut(characters, fitting);
}

/** The lines of a text, at most `maxLines`. The last one has an ellipsis if the text is longer; so has a line of one long word. */
export function wrapText(
  text: string,
  { maxWidth, maxLines }: { readonly maxWidth: number; readonly maxLines: number },
  measure: Measure,
): readonly string[] {
  const lines: string[] = [];
  let words = text.split(/\s+/).filter(Boolean);
  while (words.length > 0 && lines.length < maxLines) {
    const isLast = lines.length === maxLines - 1;
    const count = isLast ? words.length : countFitting(words, maxWidth, measure);
    lines.push(fitText(words.slice(0, count).join(" "), maxWidth, measure));
    words = words.slice(count);
  }
  return lines;
}

/** How many words fit into a line; at least one. */
function countFitting(words: readonly string[], maxWidth: number, measure: Measure): number {
  let count = 1;
  while (count < words.length && measure(words.slice(0, count + 1).join(" ")) <= maxWidth) count += 1;
  return count;
}

function cut(characters: readonly string[], length: number): string {
  return characters.slice(0, length).join("").trimEnd() + ELLIPSIS;
}
