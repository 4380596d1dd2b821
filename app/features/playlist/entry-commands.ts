import type { ErrorCode } from "#app/domain/errors.ts";
import type { EntryId } from "#app/domain/ids.ts";
import { playlistLimits } from "#app/domain/playlist/playlist-limits.ts";
import type { RoomCommand, UndoKind } from "#app/domain/room/room-command.ts";
import type { Translate } from "#app/i18n/text-keys.ts";
import { chunk } from "#app/lib/chunk.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";
import { announce } from "#app/ui/announce.ts";
import { planMove } from "./move-plan.ts";
import { offerUndo, withdrawUndo } from "./undo.ts";

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
  readonly connection: RoomConnection;
  readonly t: Translate<"room">;
  readonly onError: (error: ErrorCode) => void;
  /** Called during the gesture that starts a room which does not play. */
  readonly onStart: () => void;
};

/** Sends commands for entries, in batches of the maximum size. Offers to undo removals and moves. */
export function createEntryCommands(deps: EntryCommandDeps): EntryCommands {
  return {
    select(entryId) {
      if (deps.connection.view.get().state?.playback.status !== "playing") deps.onStart();
      void run(deps, { type: "select", entryId });
    },
    remove: (ids) => void removeEntries(deps, ids),
    queue: (ids, isNext) =>
      void runAll(
        deps,
        split(ids, (entryIds) => ({ type: "queue", entryIds, isNext })),
      ),
    moveTo: (ids, index) => void moveEntries(deps, ids, index),
  };
}

async function removeEntries(deps: EntryCommandDeps, ids: readonly EntryId[]): Promise<void> {
  const { t } = deps;
  const removedIds = await runAll(
    deps,
    split(ids, (entryIds) => ({ type: "remove", entryIds })),
  );
  if (removedIds.length === 0) return;
  withdrawUndo(removedIds);
  const title = t("playlist.removed", { count: removedIds.length });
  offerUndo({ title, label: t("playlist.undo"), target: removedIds.join() }, () => restore(deps, "removal", removedIds));
}

async function moveEntries(deps: EntryCommandDeps, ids: readonly EntryId[], index: number): Promise<void> {
  const { connection, t } = deps;
  const playlist = connection.view.get().state?.playlist ?? [];
  const plan = planMove(playlist, ids, index);
  if (plan.isNoop) return;
  const movedIds = await runAll(deps, plan.commands);
  const [first] = plan.entries;
  if (!first || movedIds.length === 0) return;
  const count = movedIds.length;
  const words = { title: first.track.title, position: plan.index + 1, total: playlist.length, count };
  const title = count === 1 ? t("playlist.moved", words) : t("playlist.movedSeveral", words);
  announce(title);
  const ranks = getConfirmedRanks(connection, movedIds);
  offerUndo({ title, label: t("playlist.undo"), target: movedIds.join() }, () => {
    // An entry that another person has moved since is left where it is.
    const currentRanks = getConfirmedRanks(connection, movedIds);
    const unchangedIds = movedIds.filter((id) => currentRanks.get(id) === ranks.get(id));
    void restore(deps, "move", unchangedIds);
  });
}

function restore(deps: EntryCommandDeps, kind: UndoKind, ids: readonly EntryId[]): Promise<readonly EntryId[]> {
  return runAll(
    deps,
    split(ids, (entryIds) => ({ type: "restore", kind, entryIds })),
  );
}

type EntriesCommand = Extract<RoomCommand, { readonly entryIds: readonly EntryId[] }>;

/** Runs commands one after the other until one fails. Returns the ids of the entries whose commands succeeded. */
async function runAll(deps: EntryCommandDeps, commands: readonly EntriesCommand[]): Promise<readonly EntryId[]> {
  const doneIds: EntryId[] = [];
  for (const command of commands) {
    if (!(await run(deps, command))) break;
    doneIds.push(...command.entryIds);
  }
  return doneIds;
}

async function run({ connection, onError }: EntryCommandDeps, command: RoomCommand): Promise<boolean> {
  const error = await connection.command(command);
  if (error) onError(error);
  return error === null;
}

/** Splits the ids into commands of the maximum size. */
function split(ids: readonly EntryId[], toCommand: (entryIds: readonly EntryId[]) => EntriesCommand): EntriesCommand[] {
  return chunk(ids, playlistLimits.entriesPerCommand).map(toCommand);
}

/** The ranks that the server has confirmed. */
function getConfirmedRanks(connection: RoomConnection, ids: readonly EntryId[]): ReadonlyMap<EntryId, string> {
  const idSet = new Set(ids);
  const playlist = connection.view.get().confirmed?.playlist ?? [];
  return new Map(playlist.filter(({ id }) => idSet.has(id)).map(({ id, rank }) => [id, rank]));
}
