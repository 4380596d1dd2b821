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
/** Several tracks that a person imports from a service at once. */
export type ImportBatchId = Id<"import-batch">;
/** A track of such a batch. */
export type ImportItemId = Id<"import-item">;
/** Identifies a connection of a device to a room. The server makes it. */
export type DeviceId = Id<"device">;
/** Identifies an object in R2. Never reused. */
export type ObjectId = Id<"object">;
export type AnyId =
  | UserId
  | RoomId
  | TrackId
  | EntryId
  | UploadId
  | InviteId
  | MailId
  | EditId
  | ChatMessageId
  | ImportBatchId
  | ImportItemId
  | DeviceId
  | ObjectId;

export const ID_PATTERN = /^[a-z2-7]{16}$/;

export function isId<T extends AnyId>(value: string): value is T {
  return ID_PATTERN.test(value);
}

/** The id of the edit that adds an entry, or several of which it is the first, unless the browser has given it another one. */
export function editIdOf(entryId: EntryId): EditId {
  const id: string = entryId;
  // all ids have the same form
  return id as EditId;
}
