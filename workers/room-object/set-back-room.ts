import type { EditId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { previewEvents, type SetBackPreview } from "#app/domain/room/decide-undo.ts";
import type { Actor } from "#app/domain/room/decision.ts";
import type { SetBackCommand } from "#app/domain/room/room-command.ts";
import { recordCommand } from "./record-command.ts";
import type { RoomRuntime } from "./room-runtime.ts";
import type { RoomStore } from "./room-store.ts";

/** A state of the playlist: the one before the edit at a place of the log, or the one at a time. */
export type SetBackTarget = { readonly place: number } | { readonly atMs: number };
type Caller = { readonly actor: Actor; readonly editId: EditId };
type Outcome = Result<SetBackPreview & { readonly revision: number }>;

/** The changes that setting the playlist back would make now. */
export function previewSetBack(
  { storage }: RoomRuntime,
  room: RoomStore,
  { target, actor }: { readonly target: SetBackTarget; readonly actor: Actor },
): Result<SetBackPreview> {
  const command = toCommand(storage.log, target);
  if (!command) return fail("undo-expired");
  const events = room.preview(command, actor);
  return events.ok ? ok(previewEvents(events.value)) : events;
}

/** Sets the playlist back, and returns what that has changed. */
export async function setBackRoom(
  runtime: RoomRuntime,
  room: RoomStore,
  target: SetBackTarget,
  { actor, editId }: Caller,
): Promise<Outcome> {
  const { storage, returningTracks } = runtime;
  const command = toCommand(storage.log, target);
  if (!command) return fail("undo-expired");
  return returningTracks.run(room, command, () => {
    const events = room.preview(command, actor);
    const result = recordCommand(() => room.run(command, actor, editId));
    if (!result.ok) return result;
    return ok({ ...result.value, ...previewEvents(events.ok ? events.value : []) });
  });
}

function toCommand(log: RoomRuntime["storage"]["log"], target: SetBackTarget): SetBackCommand | null {
  const place = "place" in target ? target.place : log.findPlaceAfter(target.atMs);
  const toMs = place === null ? null : log.findTime(place);
  return place === null || toMs === null ? null : { type: "set-back", place, toMs };
}
