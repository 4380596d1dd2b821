/** Limits of imports from a link. */
export const importLimits = {
  /** Maximum length of a link, characters: every server should support a URI of this length (RFC 9110 §4.1). */
  linkChars: 8000,
  /** A smaller download is probably an error page or a preview, bytes. */
  linkBytesMin: 50_000,
} as const;
