import { FileUp, RotateCcw } from "lucide-react";
import { useRef } from "react";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { RoomId, TrackId } from "#app/domain/ids.ts";
import { draftText } from "#app/domain/lyrics/lyrics-draft.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useSubmit } from "#app/lib/use-submit.ts";
import { query } from "#app/server-client/functions.ts";
import { Button } from "#app/ui/button.tsx";
import { FileInput } from "#app/ui/file-input.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import type { DraftControls } from "./use-lyrics-draft.ts";

type TextPanelProps = { readonly controls: DraftControls; readonly roomId: RoomId; readonly trackId: TrackId };

const ROWS = 14;

/** The words of the lyrics as one text, typed or taken from a file. */
export function TextPanel({ controls, roomId, trackId }: TextPanelProps) {
  const { t } = useTranslation("lyrics");
  const errorText = useErrorText();
  const importing = useSubmit(async (file: File) => toResult(await controls.importFile(file)));
  const reading = useSubmit(() => readFileLyrics(controls, roomId, trackId));
  const error = importing.error ?? reading.error;
  const resetErrors = () => {
    importing.reset();
    reading.reset();
  };
  const start = (submit: () => Promise<void>) => {
    resetErrors();
    void submit();
  };
  return (
    <>
      <TextArea
        label={t("editor.text")}
        value={draftText(controls.draft)}
        onChange={(text) => {
          resetErrors();
          controls.setText(text);
        }}
        error={error === "file-empty" ? t("editor.noneInFile") : error && errorText(error)}
        rows={ROWS}
      />
      <p className="text-small text-ink-3">{t("editor.textHint")}</p>
      <div className="flex flex-wrap gap-2">
        <ImportButton isBusy={importing.isPending} onFile={(file) => start(() => importing.submit(file))} />
        <Button icon={<RotateCcw />} isBusy={reading.isPending} onPress={() => start(reading.submit)}>
          {t("editor.fromFile")}
        </Button>
      </div>
    </>
  );
}

type ImportButtonProps = { readonly isBusy: boolean; readonly onFile: (file: File) => void };

function ImportButton({ isBusy, onFile }: ImportButtonProps) {
  const { t } = useTranslation("lyrics");
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button icon={<FileUp />} isBusy={isBusy} onPress={() => input.current?.click()}>
        {t("editor.import")}
      </Button>
      <FileInput ref={input} accept=".lrc,.txt" data-testid="lyrics-file" onFiles={([file]) => file && onFile(file)} />
    </>
  );
}

/** Replaces the draft with the lyrics in the tags of the track's file. */
async function readFileLyrics(controls: DraftControls, roomId: RoomId, trackId: TrackId): Promise<Result<null>> {
  const read = await query("tracks.readTags", { roomId, trackId });
  return read.ok ? toResult(controls.replace(read.value.lyrics ?? "")) : read;
}

function toResult(error: ErrorCode | null): Result<null> {
  return error === null ? ok(null) : fail(error);
}
