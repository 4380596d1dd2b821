import type { ErrorCode } from "#app/domain/errors.ts";
import type { EditId, EntryId } from "#app/domain/ids.ts";
import { playlistLimits } from "#app/domain/playlist/playlist-limits.ts";
import type { RoomCommand } from "#app/domain/room/room-command.ts";
import type { Translate } from "#app/i18n/text-keys.ts";
import { chunk } from "#app/lib/chunk.ts";
import { createUndo } from "#app/server-client/room/create-undo.ts";
import { newEditId, type RoomConnection } from "#app/server-client/room/room-connection.ts";
import { announce } from "#app/ui/announce.ts";
import type { OfferUndo } from "#app/ui/use-offer-undo.ts";
import { planMove } from "./move-plan.ts";

export type EntryCommands = {
  /** Plays the entry now. */
  readonly select: (id: EntryId) => void;
  readonly remove: (ids: readonly EntryId[]) => void;
  /** Queues the entries to play next, or removes them from the queue. */
  readonly queue: (ids: readonly EntryId[], isNext: boolean) => void;
  /** Moves the entries in playlist order. The index counts from 0 as if they were not in the playlist. */
  readonly moveTo: (ids: readonly EntryId[], index: number) => void;
};

type EntryCommandDeps = {
  readonly connection: Pick<RoomConnection, "view" | "command">;
  readonly t: Translate<"room">;
  readonly offerUndo: OfferUndo;
  readonly onError: (error: ErrorCode) => void;
  /** Called during the gesture that starts a room which does not play. */
  readonly onStart: () => void;
};

/** Sends commands for entries, in batches of the maximum size. Offers to undo them. */
export function createEntryCommands(deps: EntryCommandDeps): EntryCommands {
  return {
    select(entryId) {
      if (deps.connection.view.get().state?.playback.status !== "playing") deps.onStart();
      void run(deps, { type: "select", entryId });
    },
    remove: (ids) => void removeEntries(deps, ids),
    queue: (ids, isNext) => void queueEntries(deps, ids, isNext),
    moveTo: (ids, index) => void moveEntries(deps, ids, index),
  };
}

async function removeEntries(deps: EntryCommandDeps, ids: readonly EntryId[]): Promise<void> {
  const removal = await runAll(
    deps,
    split(ids, (entryIds) => ({ type: "remove", entryIds })),
  );
  offer(deps, removal, deps.t("playlist.removed", { count: removal.entryIds.length }));
}

async function queueEntries(deps: EntryCommandDeps, ids: readonly EntryId[], isNext: boolean): Promise<void> {
  const queuing = await runAll(
    deps,
    split(ids, (entryIds) => ({ type: "queue", entryIds, isNext })),
  );
  offer(deps, queuing, deps.t(isNext ? "undo.queued" : "undo.unqueued", { count: queuing.entryIds.length }));
}

async function moveEntries(deps: EntryCommandDeps, ids: readonly EntryId[], index: number): Promise<void> {
  const { connection, t } = deps;
  const playlist = connection.view.get().state?.playlist ?? [];
  const plan = planMove(playlist, ids, index);
  if (plan.isNoop) return;
  const move = await runAll(deps, plan.commands);
  const [first] = plan.entries;
  const count = move.entryIds.length;
  if (!first || count === 0) return;
  const words = { title: first.track.title, position: plan.index + 1, total: playlist.length, count };
  const title = count === 1 ? t("playlist.moved", words) : t("playlist.movedSeveral", words);
  announce(title);
  offer(deps, move, title);
}

/** The commands that succeeded. */
type Edits = { readonly entryIds: readonly EntryId[]; readonly editIds: readonly EditId[] };

function offer({ connection, offerUndo }: EntryCommandDeps, { entryIds, editIds }: Edits, title: string): void {
  if (editIds.length > 0) offerUndo({ title, topic: entryIds.join() }, createUndo(connection, editIds));
}

type EntriesCommand = Extract<RoomCommand, { readonly entryIds: readonly EntryId[] }>;

/** Runs commands one after the other until one fails. */
async function runAll(deps: EntryCommandDeps, commands: readonly EntriesCommand[]): Promise<Edits> {
  const entryIds: EntryId[] = [];
  const editIds: EditId[] = [];
  for (const command of commands) {
    const editId = newEditId();
    if (!(await run(deps, command, editId))) break;
    entryIds.push(...command.entryIds);
    editIds.push(editId);
  }
  return { entryIds, editIds };
}

async function run({ connection, onError }: EntryCommandDeps, command: RoomCommand, editId?: EditId): Promise<boolean> {
  const error = await connection.command(command, editId);
  if (error) onError(error);
  return error === null;
}

/** Splits the ids into commands of the maximum size. */
function split(ids: readonly EntryId[], toCommand: (entryIds: readonly EntryId[]) => EntriesCommand): EntriesCommand[] {
  return chunk(ids, playlistLimits.entriesPerCommand).map(toCommand);
}
