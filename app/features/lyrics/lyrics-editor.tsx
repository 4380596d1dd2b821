import { CircleAlert } from "lucide-react";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useRoomView } from "#app/server-client/room/use-room-view.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Note } from "#app/ui/note.tsx";
import { SegmentedRadios } from "#app/ui/segmented-radios.tsx";
import { useSecondPress } from "#app/ui/use-second-press.ts";
import type { LyricsDialogProps } from "./lyrics-dialog.tsx";
import { TextPanel } from "./text-panel.tsx";
import { TimesPanel } from "./times-panel.tsx";
import { TrackName } from "./track-name.tsx";
import { type EditorMode, useLyricsDraft } from "./use-lyrics-draft.ts";
import { useSaveLyrics } from "./use-save-lyrics.ts";

type LyricsEditorProps = LyricsDialogProps & { readonly entry: Entry; readonly initialText: string };

/** Edits the lyrics of a track, whichever track plays. */
export function LyricsEditor({ connection, engine, entry, initialText, onClose }: LyricsEditorProps) {
  const { t } = useTranslation(["lyrics", "trackEdit"]);
  const controls = useLyricsDraft(initialText);
  const { mode, setMode, isChanged } = controls;
  const { state } = useRoomView(connection);
  const roomId = state?.info.id;
  const closing = useSecondPress({ announcement: t("editor.closeAgain"), onConfirm: onClose });
  if (!roomId) return null;
  return (
    <Dialog
      title={t("editor.title")}
      isOpen
      onOpenChange={() => (isChanged ? closing.press() : onClose())}
      width={640}
      isForTyping
      footer={<EditorFooter {...{ connection, roomId, entry, controls }} onSaved={onClose} />}
    >
      <TrackName track={entry.track} />
      {closing.isArmed && (
        <Note tone="warn" icon={<CircleAlert />}>
          {t("editor.closeAgain")}
        </Note>
      )}
      <ModeSwitch mode={mode} onSelect={setMode} />
      {mode === "text" ? (
        <TextPanel controls={controls} roomId={roomId} trackId={entry.track.id} />
      ) : (
        <TimesPanel controls={controls} connection={connection} engine={engine} entryId={entry.id} />
      )}
    </Dialog>
  );
}

function ModeSwitch({ mode, onSelect }: { readonly mode: EditorMode; readonly onSelect: (mode: EditorMode) => void }) {
  const { t } = useTranslation("lyrics");
  const options = [
    { id: "text", label: t("editor.text") },
    { id: "times", label: t("editor.times") },
  ] as const;
  return (
    <div className="flex">
      <SegmentedRadios label={t("editor.mode")} options={options} selected={mode} onSelect={onSelect} />
    </div>
  );
}

type EditorFooterProps = Parameters<typeof useSaveLyrics>[0];

/** The save button, and the choice between two versions if another person has saved one. */
function EditorFooter(props: EditorFooterProps) {
  const { t } = useTranslation(["lyrics", "shell", "trackEdit"]);
  const errorText = useErrorText();
  const { error, isConflict, isPending, save, saveAnyway, loadOther } = useSaveLyrics(props);
  return (
    <>
      {error && (
        <div className="w-full">
          <Note tone="danger" role="alert" icon={<CircleAlert />}>
            {isConflict ? t("editor.conflict") : errorText(error)}
          </Note>
        </div>
      )}
      {isConflict ? (
        <>
          <Button isBusy={isPending} onPress={loadOther}>
            {t("editor.loadOther")}
          </Button>
          <Button variant="primary" isBusy={isPending} onPress={saveAnyway} className="md:ml-auto">
            {t("editor.saveAnyway")}
          </Button>
        </>
      ) : (
        <Button
          variant="primary"
          isBusy={isPending}
          disabledReason={props.controls.isChanged ? null : t("shell:nothingChanged")}
          onPress={save}
          className="md:ml-auto"
        >
          {t("trackEdit:save")}
        </Button>
      )}
    </>
  );
}
