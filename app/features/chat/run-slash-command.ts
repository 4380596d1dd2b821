import { can } from "#app/domain/access/permissions.ts";
import { findBestEntry, SLASH_COMMANDS, type SlashCommand, type TypedText } from "#app/domain/chat/slash-command.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import { currentEntryId } from "#app/domain/playback/playback.ts";
import type { RoomCommand } from "#app/domain/room/room-command.ts";
import type { Translate } from "#app/i18n/text-keys.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";

type Deps = {
  readonly connection: Pick<RoomConnection, "view" | "command">;
  readonly t: Translate<"chat">;
  readonly errorText: (error: ErrorCode) => string;
  /** Called during the gesture that starts a room which does not play. */
  readonly onStart: () => void;
};

/** The outcome of a command as a text. The text that was typed is kept if the command did nothing. */
export type SlashOutcome = { readonly isDone: boolean; readonly text: string };

type Typed = Exclude<TypedText, { readonly kind: "message" }>;

/** Runs a command that was typed in the chat. */
export async function runSlashCommand(deps: Deps, typed: Typed): Promise<SlashOutcome> {
  const { connection, t, onStart } = deps;
  if (typed.kind === "unknown-command") return refuse(t("commandUnknown", { name: typed.name }));
  const view = connection.view.get();
  const { state } = view;
  if (!state) return refuse(deps.errorText("network"));
  switch (typed.name) {
    case "help":
      return { isDone: true, text: t("commandHelp", { list: SLASH_COMMANDS.map((name) => `/${name}`).join(", ") }) };
    case "play":
      if (state.playback.status !== "playing") onStart();
      return run(deps, { type: "play" }, t("commandDone.play"));
    case "pause":
      return run(deps, { type: "pause" }, t("commandDone.pause"));
    case "skip": {
      const entryId = currentEntryId(state.playback);
      if (!entryId) return refuse(deps.errorText("playlist-empty"));
      const isVote = view.votes.skip?.entryId === entryId && !can(view.self.effectiveRole, "skip-without-vote", state.info);
      if (isVote) return run(deps, { type: "vote-skip", entryId, isFor: true }, t("commandDone.vote"));
      return run(deps, { type: "next", entryId }, t("commandDone.skip"));
    }
    case "queue": {
      if (typed.words === "") return refuse(t("queueNothing"));
      const entry = findBestEntry(state.playlist, typed.words);
      if (!entry) return refuse(t("queueNotFound", { words: typed.words }));
      const queue = { type: "queue", entryIds: [entry.id], isNext: true } as const;
      return run(deps, queue, t("commandDone.queue", { title: entry.track.title }));
    }
  }
}

/** The command with its description, for the list above the field. */
export function describeSlashCommand(name: SlashCommand, t: Translate<"chat">): string {
  return name === "queue" ? `/queue ${t("command.queueWords")}` : `/${name}`;
}

async function run({ connection, errorText }: Deps, command: RoomCommand, done: string): Promise<SlashOutcome> {
  const error = await connection.command(command);
  return error ? refuse(errorText(error)) : { isDone: true, text: done };
}

function refuse(text: string): SlashOutcome {
  return { isDone: false, text };
}
