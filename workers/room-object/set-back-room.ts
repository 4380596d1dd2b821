import type { EditId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { countChanges, type SetBackCounts } from "#app/domain/room/decide-undo.ts";
import type { PersonActor } from "#app/domain/room/decision.ts";
import { recordEdit } from "#app/domain/room/record-edit.ts";
import type { SetBackCommand } from "#app/domain/room/room-command.ts";
import { recordCommand } from "./record-command.ts";
import type { RoomRuntime } from "./room-runtime.ts";
import type { RoomStore } from "./room-store.ts";

/** A state of the playlist: the one before the edit at a place of the log, the one at a time, or the oldest that the log names. */
export type SetBackTarget = { readonly place: number } | { readonly atMs: number } | "oldest";
type Caller = { readonly actor: PersonActor; readonly editId: EditId };
type Outcome = Result<SetBackCounts & { readonly revision: number }>;

/** The changes that setting the playlist back would make now. */
export async function previewSetBack(
  { storage, logRecords }: RoomRuntime,
  room: RoomStore,
  { target, actor }: { readonly target: SetBackTarget; readonly actor: PersonActor },
): Promise<Result<SetBackCounts>> {
  const command = toCommand(storage.log, target);
  if (!command) return fail("undo-expired");
  return logRecords.run<Result<SetBackCounts>>(command, () => {
    const events = room.preview(command, actor);
    if (!events.ok) return events;
    return ok(countChanges(recordEdit(room.state(), events.value, { command, undone: null })?.changes ?? []));
  });
}

/** Sets the playlist back, and returns the changes. A repeated call returns those that the first one has made. */
export async function setBackRoom(
  { storage: { log }, returningTracks }: RoomRuntime,
  room: RoomStore,
  target: SetBackTarget,
  { actor, editId }: Caller,
): Promise<Outcome> {
  const report = (revision: number) => ok({ revision, ...countChanges(log.findEdit(editId)?.changes ?? []) });
  const repeated = log.findEdit(editId);
  if (repeated) return repeated.userId === actor.userId ? report(room.revision()) : fail("forbidden");
  const command = toCommand(log, target);
  if (!command) return fail("undo-expired");
  const result = await returningTracks.run(room, command, () => recordCommand(() => room.run(command, actor, editId)));
  return result.ok ? report(result.value.revision) : result;
}

function toCommand(log: RoomRuntime["storage"]["log"], target: SetBackTarget): SetBackCommand | null {
  const place = findPlace(log, target);
  const toMs = place === null ? null : log.findTime(place);
  return place === null || toMs === null ? null : { type: "set-back", place, toMs };
}

function findPlace(log: RoomRuntime["storage"]["log"], target: SetBackTarget): number | null {
  if (target === "oldest") return log.findOldestPlace();
  return "place" in target ? target.place : log.findPlaceAfter(target.atMs);
}
