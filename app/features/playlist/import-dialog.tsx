import { CircleAlert, FileX2, FileInput as ImportIcon } from "lucide-react";
import { useRef } from "react";
import type { RoomId } from "#app/domain/ids.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { FileInput } from "#app/ui/file-input.tsx";
import { Note } from "#app/ui/note.tsx";
import type { MatchedFile } from "./match-playlist-file.ts";
import { useImport } from "./use-import.ts";

type ImportDialogProps = { readonly roomId: RoomId; readonly onClose: () => void };

/** At most this many missing tracks are listed. The others are counted. */
const MAX_LISTED = 8;

/** Adds the tracks of a playlist file that the user's library contains. */
export function ImportDialog({ roomId, onClose }: ImportDialogProps) {
  const { t } = useTranslation("uploads");
  const errorText = useErrorText();
  const { matched, error, isBusy, chooseFile, addFound } = useImport(roomId, onClose);
  const foundIds = matched?.foundIds ?? [];
  return (
    <Dialog
      title={t("import.title")}
      isOpen
      onOpenChange={onClose}
      width={480}
      footer={
        <Button
          variant="primary"
          disabledReason={foundIds.length > 0 ? null : t(matched ? "import.noneFound" : "import.fileFirst")}
          isBusy={isBusy}
          onPress={() => void addFound(foundIds)}
          className="md:ml-auto"
        >
          {t("import.add", { count: foundIds.length })}
        </Button>
      }
    >
      <p className="text-ink-2">{t("import.text")}</p>
      <FileButton isBusy={isBusy && !matched} onChoose={(file) => void chooseFile(file)} />
      {error && (
        <Note tone="danger" role="alert" icon={<CircleAlert />}>
          {errorText(error)}
        </Note>
      )}
      {matched && <MatchSummary matched={matched} />}
    </Dialog>
  );
}

type FileButtonProps = { readonly isBusy: boolean; readonly onChoose: (file: File) => void };

function FileButton({ isBusy, onChoose }: FileButtonProps) {
  const { t } = useTranslation("uploads");
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button icon={<ImportIcon />} isBusy={isBusy} onPress={() => input.current?.click()} className="justify-self-start">
        {t("import.choose")}
      </Button>
      <FileInput
        ref={input}
        accept=".m3u8,.m3u,.json"
        data-testid="playlist-file"
        onFiles={([file]) => file && onChoose(file)}
      />
    </>
  );
}

function MatchSummary({ matched: { foundIds, missing } }: { readonly matched: MatchedFile }) {
  const { t } = useTranslation("uploads");
  const count = foundIds.length;
  return (
    <>
      <p role="status" className="font-strong">
        {t("import.found", { count, total: count + missing.length })}
      </p>
      {missing.length > 0 && <MissingTracks tracks={missing} />}
    </>
  );
}

function MissingTracks({ tracks }: { readonly tracks: MatchedFile["missing"] }) {
  const { t } = useTranslation("uploads");
  return (
    <section aria-label={t("import.missing")} className="grid gap-1">
      <h3 className="text-small font-strong">
        {t("import.missing")} <span className="text-ink-3 tabular-nums">{tracks.length}</span>
      </h3>
      <ul className="grid gap-1">
        {tracks.slice(0, MAX_LISTED).map(({ title, artist }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a file may list the same track twice, and the list never changes
          <li key={i} className="flex min-h-8 items-center gap-2 text-small">
            <FileX2 size={16} aria-hidden className="shrink-0 text-ink-3" />
            <span className="truncate">{[title, artist].filter((part) => part !== "").join(" · ")}</span>
          </li>
        ))}
      </ul>
      {tracks.length > MAX_LISTED && (
        <p className="text-small text-ink-3">{t("resume.more", { count: tracks.length - MAX_LISTED })}</p>
      )}
    </section>
  );
}
