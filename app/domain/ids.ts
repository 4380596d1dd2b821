/** Text that names one thing of a kind. The mark exists for the compiler only. */
type Id<Kind extends string> = string & { readonly __kind: Kind };

export type UserId = Id<"user">;
export type RoomId = Id<"room">;
export type TrackId = Id<"track">;
export type EntryId = Id<"entry">;
export type UploadId = Id<"upload">;
export type InviteId = Id<"invite">;
export type MailId = Id<"mail">;
/** Names an object in R2; never used twice. */
export type ObjectId = Id<"object">;
export type AnyId = UserId | RoomId | TrackId | EntryId | UploadId | InviteId | MailId | ObjectId;

const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
/** Random bytes an id is made from: 80 bits, 16 characters. */
export const ID_BYTES = 10;
export const ID_PATTERN = /^[a-z2-7]{16}$/;

/** @param random `ID_BYTES` bytes from a cryptographic source. Five bits a character (RFC 4648 base32, lower case). */
export function makeId<T extends AnyId>(random: Uint8Array): T {
  if (random.length !== ID_BYTES) throw new RangeError(`an id is made of ${ID_BYTES} bytes, not ${random.length}`);
  let id = "";
  let bits = 0;
  let held = 0;
  for (const byte of random) {
    held = ((held << 8) | byte) & 0xfff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      id += ALPHABET.charAt((held >> bits) & 31);
    }
  }
  // `id` has the shape of every id by construction
  return id as T;
}

export function isId<T extends AnyId>(value: string): value is T {
  return ID_PATTERN.test(value);
}
