/** Two names that people would call the same have the same fold: `ИВАН` and `иван`, composed or not, wide or not. */
export function normalize(text: string): string {
  // up and down again: some letters have one capital and two small forms (σ and ς), or one that is two (ß and SS)
  return text.normalize("NFKC").trim().toUpperCase().toLowerCase().normalize("NFKC");
}

/** As people count them: what takes several code units is one. */
export function countChars(text: string): number {
  return Array.from(text).length;
}
