import type { RoomId } from "#app/domain/ids.ts";
import type { Result } from "#app/domain/result.ts";
import { createStore } from "#app/lib/store.ts";

/** A lyrics file that was chosen without its audio file, with its text or why it is unusable. */
export type LooseLyrics = { readonly roomId: RoomId; readonly name: string; readonly text: Result<string> };

/** The lyrics files that the page of their room has not handled yet. */
export const looseLyrics = createStore<readonly LooseLyrics[]>([]);
