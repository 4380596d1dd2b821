import { useState } from "react";
import type { RoomId } from "#app/domain/ids.ts";
import type { Result } from "#app/domain/result.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { mutation } from "#app/server-client/functions.ts";
import { notify } from "#app/ui/notice-store.ts";

/** One's own request to join a room. What is refused is told in a notice. */
export type OwnRequest = {
  readonly isBusy: boolean;
  ask(): Promise<void>;
  withdraw(): Promise<void>;
};

/** @param onDone after either; the room tells what has come of it over its socket, too */
export function useRequest(roomId: RoomId, onDone: () => void = () => undefined): OwnRequest {
  const errorText = useErrorText();
  const [isBusy, setBusy] = useState(false);

  async function run(work: Promise<Result<null>>): Promise<void> {
    setBusy(true);
    const done = await work;
    setBusy(false);
    // whoever signs in to ask may turn out to belong to the room: its door says so by itself
    if (!done.ok && done.error !== "already-member") notify({ title: errorText(done.error), variant: "error" });
    onDone();
  }

  return {
    isBusy,
    ask: () => run(mutation("access.request", { id: roomId })),
    withdraw: () => run(mutation("access.cancel", { id: roomId })),
  };
}
