import type { ErrorCode } from "#app/domain/errors.ts";
import type { EditId } from "#app/domain/ids.ts";
import type { RoomConnection } from "./room-connection.ts";

/**
 * Returns the function that undoes edits of a room, the last one first, until one is refused. It resolves to the reason, or to
 * null. Called again, it continues where it stopped.
 */
export function createUndo(connection: Pick<RoomConnection, "command">, editIds: readonly EditId[]) {
  const remaining = [...editIds];
  return async (): Promise<ErrorCode | null> => {
    for (let editId = remaining.at(-1); editId !== undefined; editId = remaining.at(-1)) {
      const error = await connection.command({ type: "undo", editId });
      if (error) return error;
      remaining.pop();
    }
    return null;
  };
}
