import { useState } from "react";
import type { ErrorCode } from "#app/domain/errors.ts";
import { useLatestLoad } from "#app/lib/use-latest.ts";
import { mutation, query } from "#app/server-client/functions.ts";
import { browserSessionId, getRoomAccessToken, removeRoomAccessToken } from "#app/server-client/room-access-tokens.ts";
import type { RoomPreview } from "./use-room-preview.ts";

/** Why the stored token does not open a room that requires its password. Removes the token (SPEC §4). Null without a token. */
export function useTokenError(preview: RoomPreview | null): ErrorCode | null {
  const [error, setError] = useState<ErrorCode | null>(null);
  const room = preview?.requiresPassword ? preview.room : null;
  const token = room && getRoomAccessToken(room._id);
  useLatestLoad({
    key: token,
    load: () => {
      const args = { room_url: room?._id ?? "", token: token ?? "", session_id: browserSessionId() };
      return query("rooms.verifyAccessToken", args);
    },
    apply(verified) {
      // without an answer the token stays: the next visit checks it again
      if (!room || !verified.ok || verified.value.valid) return;
      const isExpired = verified.value.error === "Token expired";
      setError(isExpired ? "room-token-expired" : "room-token-invalid");
      removeRoomAccessToken(room);
      if (isExpired) void cleanUpTokens();
    },
  });
  return error;
}

/** If this fails, the next cleanup of the server deletes the token (SPEC §8). */
async function cleanUpTokens(): Promise<void> {
  const cleaned = await mutation("rooms.cleanupExpiredTokens", {});
  if (!cleaned.ok) console.error("cleanup of expired tokens:", cleaned.error);
}
