import { isId, type ObjectId, type RoomId } from "#app/domain/ids.ts";
import { isSigned, sign } from "../signature.ts";

/**
 * A reference says that an object belongs to a room: `{object}.{signature}`. It is made once, when a track is added,
 * and stands in the playlist, so that reading the bytes asks no database.
 */
type Bond = { readonly roomId: RoomId; readonly objectId: ObjectId };

/** 64 bits: a guess costs a request. */
const SIGNATURE_BYTES = 8;

export function makeMediaRef(secret: string, bond: Bond): string {
  return `${bond.objectId}.${sign(secret, "media-ref", textOf(bond), SIGNATURE_BYTES)}`;
}

/** The object that `ref` names, if it was made for this room. */
export function readMediaRef(secret: string, ref: string, roomId: RoomId): ObjectId | null {
  const [objectId = "", signature = ""] = ref.split(".", 2);
  if (!isId<ObjectId>(objectId)) return null;
  const text = textOf({ roomId, objectId });
  return isSigned(secret, "media-ref", { text, signature, bytes: SIGNATURE_BYTES }) ? objectId : null;
}

function textOf({ roomId, objectId }: Bond): string {
  return `${roomId}\n${objectId}`;
}
