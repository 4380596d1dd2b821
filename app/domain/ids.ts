/** A string that identifies an object of one kind. The `__kind` property exists only for the type checker. */
type Id<Kind extends string> = string & { readonly __kind: Kind };

export type UserId = Id<"user">;
export type RoomId = Id<"room">;
export type TrackId = Id<"track">;
export type EntryId = Id<"entry">;
export type UploadId = Id<"upload">;
export type InviteId = Id<"invite">;
export type MailId = Id<"mail">;
/** Identifies an edit of a person in a room. The browser makes it. */
export type EditId = Id<"edit">;
export type ChatMessageId = Id<"chat-message">;
/** Identifies an object in R2. Never reused. */
export type ObjectId = Id<"object">;
export type AnyId = UserId | RoomId | TrackId | EntryId | UploadId | InviteId | MailId | EditId | ChatMessageId | ObjectId;

const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
/** Number of random bytes in an id: 80 bits, which make 16 characters. */
export const ID_BYTES = 10;
export const ID_PATTERN = /^[a-z2-7]{16}$/;

/**
 * Encodes random bytes as an id, five bits a character (RFC 4648 base32, lower case).
 * @param random `ID_BYTES` bytes from a cryptographic source; throws a `RangeError` for another number of bytes.
 */
export function makeId<T extends AnyId>(random: Uint8Array): T {
  if (random.length !== ID_BYTES) throw new RangeError(`an id needs ${ID_BYTES} bytes, not ${random.length}`);
  let id = "";
  let bits = 0;
  let buffer = 0;
  for (const byte of random) {
    buffer = ((buffer << 8) | byte) & 0xfff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      id += ALPHABET.charAt((buffer >> bits) & 31);
    }
  }
  // the loop produces only strings that match ID_PATTERN
  return id as T;
}

export function isId<T extends AnyId>(value: string): value is T {
  return ID_PATTERN.test(value);
}

/** The id of the edit that adds an entry, or several of which it is the first, unless the browser has given it another one. */
export function editIdOf(entryId: EntryId): EditId {
  const id: string = entryId;
  // all ids have the same form
  return id as EditId;
}
