/** Limits of imports from links and services. */
export const importLimits = {
  /** Maximum length of a link, characters: every server should support a URI of this length (RFC 9110 §4.1). */
  linkChars: 8000,
  /** A smaller download is probably an error page or a preview, bytes. */
  linkBytesMin: 50_000,
  /** Tracks of one batch. */
  batchTracks: 500,
  /** Tracks of a person that are downloaded at once. */
  downloadsAtOnce: 4,
  /** Batches of a person with tracks that are still to be imported. */
  openBatches: 20,
  /** Batches of a person that have ended and are kept in the list. */
  endedBatches: 50,
  /** Maximum length of a text of a track, such as its artists; longer ones are cut. */
  textChars: 500,
  /** Maximum length of an id at a service. */
  idChars: 200,
  /** Maximum length of the address or the id of a cover. */
  coverChars: 2000,
  /** A running item without news from its browser counts as waiting after this time, ms. */
  leaseMs: 60_000,
  /** Tracks of a search by example. */
  matches: 8,
  /** Found tracks of a search. */
  searchResults: 30,
} as const;
