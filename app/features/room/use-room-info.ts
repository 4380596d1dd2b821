import { useEffect, useState } from "react";
import { type FunctionValue, query } from "#app/server-client/functions.ts";
import type { RoomView } from "#app/server-client/room/room-view.ts";

export type Outside = FunctionValue<"rooms.getRoomInfoByUrl">;
/** A room as it looks to who is not in it, and what they may do about it. */
export type GateProps = {
  readonly room: NonNullable<Outside["room"]>;
  readonly outside: Outside;
  /** Knocks again: something has changed. */
  readonly onRetry: () => void;
};

const RETRY_MS = 3000;

/** Looked at anew with whatever the room's door says. */
export function useOutside(address: string, { connection, closeReason }: RoomView): Outside | null {
  const [outside, setOutside] = useState<Outside | null>(null);
  const said = `${connection} ${closeReason}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the door says is why to look again
  useEffect(() => {
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      const looked = await query("rooms.getRoomInfoByUrl", { room_url: address });
      if (!isCurrent) return;
      if (looked.ok) setOutside(looked.value);
      // no answer: all stays as it is until there is one
      else timer = setTimeout(() => void look(), RETRY_MS);
    };
    void look();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [address, said]);
  return outside;
}
