import type { EditId } from "#app/domain/ids.ts";
import { fail, type Result } from "#app/domain/result.ts";
import type { AnyCommand } from "#app/domain/room/decide.ts";
import type { Actor } from "#app/domain/room/decision.ts";
import type { RoomMetadata } from "#workers/room-contract/room-metadata.ts";
import { recordCommand } from "./record-command.ts";
import type { RoomRuntime } from "./room-runtime.ts";

export type CommandOrigin = {
  /** From which a guest sends the command. */
  readonly address?: string;
  /** The id that the caller gives the edit. */
  readonly editId?: EditId | undefined;
};
export type RunResult = Result<{ readonly revision: number }>;
type SentCommand = CommandOrigin & { readonly command: AnyCommand; readonly actor: Actor };

/** Runs a command that was sent over HTTP or by the server, within the sender's allowance. */
export async function runCommand(
  runtime: RoomRuntime,
  metadata: RoomMetadata,
  { command, actor, address = "", editId }: SentCommand,
): Promise<RunResult> {
  const { messages, guestCommands, votes, returningTracks, recentRemovals } = runtime;
  const nowMs = Date.now();
  const isAllowed = actor.kind === "server" || messages.spend(actor.userId ?? address, { nowMs });
  if (!isAllowed) return fail("too-many-messages");
  const result = await runtime.use<RunResult>(metadata, (room) => {
    const attempt = { state: room.state(), command, actor, sender: address, nowMs };
    if (!guestCommands.admit(attempt)) return fail("too-many-messages");
    return returningTracks.run(room, command, () => {
      const outcome = recordCommand(() => votes.run(room, command, actor, editId));
      recentRemovals.recordMissing(command, room.state());
      return outcome;
    });
  });
  return result ?? fail("room-not-found");
}
