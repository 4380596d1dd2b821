/** Limits of a room's settings. "§n" refers to the product specification. */
export const roomLimits = {
  /** Maximum length of a name, characters (§9). */
  roomNameChars: 50,
  /** Minimum length of an address, characters. */
  roomUrlCharsMin: 3,
  /** Maximum length of an address, characters. */
  roomUrlChars: 60,
  /** Maximum number of rooms that one person owns. */
  roomsPerPerson: 1000,
  /** Maximum number of favorite rooms of one person. */
  favoritesPerPerson: 5000,
  /** Maximum length of a description, characters. */
  roomDescriptionChars: 500,
} as const;
