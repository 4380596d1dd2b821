/**
 * A key that is equal for names that people regard as the same: it ignores case, composition, compatibility forms such
 * as full-width letters, and surrounding space.
 */
export function normalize(text: string): string {
  // upper case first: some letters have two lower-case forms (σ and ς), or an upper-case form of two letters (ß and SS)
  return text.normalize("NFKC").trim().toUpperCase().toLowerCase().normalize("NFKC");
}

/** The length in characters as people count them: a surrogate pair is one. */
export function countChars(text: string): number {
  return Array.from(text).length;
}
