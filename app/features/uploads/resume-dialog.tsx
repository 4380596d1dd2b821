import { CircleAlert, FolderOpen } from "lucide-react";
import type { RoomId } from "#app/domain/ids.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Note } from "#app/ui/note.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import { TwoPressButton } from "#app/ui/two-press-button.tsx";
import { FileChooser } from "./file-chooser.tsx";
import { ResumeMatches } from "./resume-matches.tsx";
import { useResume } from "./use-resume.ts";

type ResumeDialogProps = {
  readonly roomId: RoomId;
  readonly onClose: () => void;
  readonly onResumed: () => void;
};

/** Resumes interrupted uploads: the user chooses the same files again, and only the missing parts are sent. */
export function ResumeDialog({ roomId, onClose, onResumed }: ResumeDialogProps) {
  const { t } = useTranslation("uploads");
  const errorText = useErrorText();
  const { unfinished, error, readingName, matches, hasFiles, addFiles, resume, discard } = useResume(roomId);
  const matchedCount = matches.matched.length;
  const footer = (
    <DialogFooter
      matchedCount={matchedCount}
      canResume={matchedCount > 0 && readingName === null}
      onDiscard={() => void discard().then(onClose)}
      onResume={() => {
        resume();
        onResumed();
      }}
    />
  );
  return (
    <Dialog title={t("resume.title")} isOpen onOpenChange={onClose} width={400} footer={footer}>
      {error && (
        <Note tone="danger" role="alert" icon={<CircleAlert />}>
          {errorText(error)}
        </Note>
      )}
      <p className="text-ink-2">{t("resume.text", { count: unfinished?.length ?? 0 })}</p>
      {unfinished === null && !error && <Spinner />}
      {unfinished && <ResumeFileChooser onFiles={(files) => void addFiles(files)} />}
      <ReadingLine name={readingName} />
      {hasFiles && <ResumeMatches unfinished={unfinished ?? []} matches={matches} />}
    </Dialog>
  );
}

type DialogFooterProps = {
  readonly matchedCount: number;
  readonly canResume: boolean;
  readonly onDiscard: () => void;
  readonly onResume: () => void;
};

function DialogFooter({ matchedCount, canResume, onDiscard, onResume }: DialogFooterProps) {
  const { t } = useTranslation("uploads");
  return (
    <>
      <TwoPressButton
        variant="ghost"
        label={t("resume.discard")}
        armedLabel={t("resume.discardAgain")}
        announcement={t("resume.discardArmed")}
        onConfirm={onDiscard}
      />
      <span className="flex-1" />
      <Button variant="primary" disabledReason={canResume ? null : t("resume.filesFirst")} onPress={onResume}>
        {t("resume.go", { count: matchedCount })}
      </Button>
    </>
  );
}

function ResumeFileChooser({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) {
  const { t } = useTranslation("uploads");
  return (
    <FileChooser
      icon={<FolderOpen size={20} strokeWidth={1.75} aria-hidden className="shrink-0" />}
      label={<b className="font-strong text-ink">{t("resume.choose")}</b>}
      folderLabel={t("resume.chooseFolder")}
      testId="resume-files"
      onFiles={onFiles}
    />
  );
}

/** Always present, because screen readers announce changes of a status only if it existed before. */
function ReadingLine({ name }: { readonly name: string | null }) {
  const { t } = useTranslation("uploads");
  return (
    <p role="status" className="flex items-center gap-2 text-small text-ink-3 empty:hidden">
      {name && (
        <>
          <Spinner /> <span className="truncate">{t("resume.comparing", { name })}</span>
        </>
      )}
    </p>
  );
}
