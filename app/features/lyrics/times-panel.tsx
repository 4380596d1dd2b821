import { Play } from "lucide-react";
import type { Engine } from "#app/audio/engine.ts";
import { startSoundWithRoom } from "#app/audio/start-sound.ts";
import { can } from "#app/domain/access/permissions.ts";
import type { EntryId } from "#app/domain/ids.ts";
import type { RoomCommand } from "#app/domain/room/room-command.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";
import { useRoomView } from "#app/server-client/room/use-room-view.ts";
import { Button } from "#app/ui/button.tsx";
import { Note } from "#app/ui/note.tsx";
import { notify } from "#app/ui/notice-store.ts";
import { TapBar } from "./tap-bar.tsx";
import { TimedLines } from "./timed-lines.tsx";
import type { DraftControls } from "./use-lyrics-draft.ts";
import { type RoomPosition, useRoomPosition } from "./use-room-position.ts";

type TimesPanelProps = {
  readonly controls: DraftControls;
  readonly connection: RoomConnection;
  readonly engine: Engine;
  /** The entry whose lyrics are edited. */
  readonly entryId: EntryId;
};

/** The control of the playback while times are set. Null without the right to it. */
export type Playing = {
  readonly toggle: () => void;
  readonly seek: (toMs: number) => void;
};

/** Sets the time of each line while the room plays the track. */
export function TimesPanel({ controls, connection, engine, entryId }: TimesPanelProps) {
  const { t } = useTranslation("lyrics");
  const position = useRoomPosition(connection, engine);
  const { self, state } = useRoomView(connection);
  const run = useRun(connection);
  const canControl = state !== null && can(self.effectiveRole, "control-playback", state.info);
  const playing = canControl ? createPlaying(run, position, engine) : null;
  if (controls.draft.lines.length === 0) return <Note>{t("editor.textFirst")}</Note>;
  if (position.entry?.id !== entryId) {
    return (
      <Note>
        <span className="flex flex-wrap items-center justify-between gap-2">
          {t("editor.notPlaying")}
          {canControl && (
            <Button
              size="sm"
              variant="raised"
              icon={<Play />}
              onPress={() => {
                startSoundWithRoom(engine);
                run({ type: "select", entryId });
              }}
            >
              {t("editor.play")}
            </Button>
          )}
        </span>
      </Note>
    );
  }
  return (
    <div>
      <TapBar controls={controls} position={position} playing={playing} />
      <TimedLines controls={controls} onSeek={playing?.seek ?? null} />
    </div>
  );
}

function useRun(connection: RoomConnection): (command: RoomCommand) => void {
  const errorText = useErrorText();
  return async (command) => {
    const error = await connection.command(command);
    if (error) notify({ variant: "error", title: errorText(error) });
  };
}

function createPlaying(run: (command: RoomCommand) => void, { entry, isPlaying }: RoomPosition, engine: Engine): Playing {
  return {
    toggle() {
      if (!isPlaying) startSoundWithRoom(engine);
      run({ type: isPlaying ? "pause" : "play" });
    },
    seek: (toMs) => entry && run({ type: "seek", entryId: entry.id, positionMs: Math.max(0, toMs) }),
  };
}
