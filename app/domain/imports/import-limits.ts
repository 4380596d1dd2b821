import { KIB, MIB, SECOND_MS } from "#app/domain/units.ts";

/** Limits of imports from links and services. */
export const importLimits = {
  /** Maximum length of a link, characters: every server should support a URI of this length (RFC 9110 §4.1). */
  linkChars: 8000,
  /** A smaller download is probably an error page or a preview, bytes. */
  linkBytesMin: 50_000,
  /** Tracks of one batch. */
  batchTracks: 500,
  /** Files that are downloaded for a person at once, from links and services together. */
  downloadsAtOnce: 3,
  /** Files that a server downloads at once for all people. Each takes the memory of one part. */
  downloadsInAll: 20,
  /** A download that is slower than this for a minute is ended, bytes per second. */
  downloadBytesPerSecond: 16 * KIB,
  /** Maximum size of a response of a service, bytes. */
  responseBytes: MIB,
  /** Maximum number of values in a response of a service: lists and objects with their members. */
  jsonValues: 50_000,
  /** Maximum depth of lists and objects in a response of a service. */
  jsonLevels: 32,
  /** Items of a service's list that are read, one more than a batch has. The rest is cut before it is parsed. */
  listItems: 501,
  /** Items of a list inside of an item that are read, such as the artists of a track. */
  nestedItems: 8,
  /** Playlists of an account that are listed. */
  playlists: 200,
  /** Maximum size of a cover at a service, bytes. */
  coverBytes: 2 * MIB,
  /** Requests to services that a server makes at once for all people; a person makes one at a time to each service. */
  serviceTurnsInAll: 8,
  /** Requests of a person to one service that wait for their turn. */
  serviceTurnsWaiting: 8,
  /** Covers that are fetched for a person at once. */
  coversAtOnce: 4,
  /** Covers that a server fetches at once for all people. */
  coversInAll: 16,
  /** Covers of a person that wait for their turn. */
  coversWaiting: 200,
  /** The longest wait for a turn, ms. */
  turnWaitMs: 15 * SECOND_MS,
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
