/** Limits of a room's settings. §n: the section of the specification that states the limit. */
export const roomLimits = {
  /** §9 */
  roomNameChars: 50,
  roomUrlCharsMin: 3,
  roomUrlChars: 60,
  roomDescriptionChars: 500,
} as const;
