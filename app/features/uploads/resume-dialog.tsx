import { Check, CircleAlert, FileX2, FolderOpen } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { RoomId } from "#app/domain/ids.ts";
import { uploadLimits } from "#app/domain/uploads/upload-limits.ts";
import { formatPercent } from "#app/i18n/format.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Note } from "#app/ui/note.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import { TwoPressButton } from "#app/ui/two-press-button.tsx";
import type { Unfinished } from "./announcements.ts";
import { FileChooser } from "./file-chooser.tsx";
import { useResume } from "./use-resume.ts";

type ResumeDialogProps = {
  readonly roomId: RoomId;
  readonly onClose: () => void;
  /** The files are on their way. */
  readonly onResumed: () => void;
};

/** Rows of each kind; of more it is said how many. */
const SHOWN = 5;

/** An upload that was broken off: the same files are chosen again, and go on where they were. */
export function ResumeDialog({ roomId, onClose, onResumed }: ResumeDialogProps) {
  const { t, i18n } = useTranslation("uploads");
  const errorText = useErrorText();
  const { open, error, looking, matches, hasChosen, choose, go, discard } = useResume(roomId);
  const { matched, missing } = matches;
  const shareOf = ({ parts, sizeBytes }: Pick<Unfinished, "parts" | "sizeBytes">) =>
    Math.min(1, (parts * uploadLimits.partBytes) / sizeBytes);
  const sent = new Map(open?.map((upload) => [upload.uploadId, shareOf(upload)]));
  return (
    <Dialog
      title={t("resume.title")}
      isOpen
      onOpenChange={onClose}
      width={400}
      footer={
        <>
          <TwoPressButton
            variant="ghost"
            label={t("resume.discard")}
            armedLabel={t("resume.discardAgain")}
            announcement={t("resume.discardArmed")}
            onConfirm={() => void discard().then(onClose)}
          />
          <span className="flex-1" />
          <Button
            variant="primary"
            isDisabled={matched.length === 0 || looking !== null}
            onPress={() => {
              go();
              onResumed();
            }}
          >
            {t("resume.go", { count: matched.length })}
          </Button>
        </>
      }
    >
      {error && (
        <Note tone="danger" role="alert" icon={<CircleAlert />}>
          {errorText(error)}
        </Note>
      )}
      <p className="text-ink-2">{t("resume.text", { count: open?.length ?? 0 })}</p>
      {open === null && !error && <Spinner />}
      {open && (
        <FileChooser
          icon={<FolderOpen size={20} strokeWidth={1.75} aria-hidden className="shrink-0" />}
          label={<b className="font-strong text-ink">{t("resume.choose")}</b>}
          folderLabel={t("resume.chooseFolder")}
          testId="resume-files"
          onFiles={(files) => void choose(files)}
        />
      )}
      <p role="status" className="flex items-center gap-2 text-small text-ink-3 empty:hidden">
        {looking && (
          <>
            <Spinner /> <span className="truncate">{t("resume.looking", { name: looking })}</span>
          </>
        )}
      </p>
      {hasChosen && (
        <>
          <Group title={t("resume.matched")} count={matched.length}>
            {matched.slice(0, SHOWN).map(({ upload }) => {
              const share = sent.get(upload.uploadId) ?? 0;
              const state =
                share > 0 ? t("resume.sent", { share: formatPercent(share, i18n.language) }) : t("resume.notStarted");
              return (
                <FileLine
                  key={upload.uploadId}
                  icon={<Check className="text-accent-ink" />}
                  name={upload.fileName}
                  state={state}
                />
              );
            })}
          </Group>
          <Group title={t("resume.missing")} count={missing.length}>
            {missing.slice(0, SHOWN).map(({ upload, why }) => (
              <FileLine
                key={upload.uploadId}
                icon={<FileX2 className="text-danger-ink" />}
                name={upload.fileName}
                state={t(why === "changed" ? "resume.changed" : "resume.notChosen")}
              />
            ))}
          </Group>
        </>
      )}
    </Dialog>
  );
}

function Group({ title, count, children }: { readonly title: string; readonly count: number; readonly children: ReactNode }) {
  const { t } = useTranslation("uploads");
  if (count === 0) return null;
  return (
    <section aria-label={title} className="grid gap-1">
      <h3 className="text-small font-strong">
        {title} <span className="text-ink-3 tabular-nums">{count}</span>
      </h3>
      <ul className="grid gap-1">{children}</ul>
      {count > SHOWN && <p className="text-small text-ink-3">{t("resume.more", { count: count - SHOWN })}</p>}
    </section>
  );
}

function FileLine({ icon, name, state }: { readonly icon: JSX.Element; readonly name: string; readonly state: string }) {
  return (
    <li className="flex min-h-8 items-center gap-2 text-small [&_svg]:size-4 [&_svg]:shrink-0">
      {icon}
      <span className="min-w-0 flex-1 truncate">{name}</span>
      <span className="text-ink-3 tabular-nums">{state}</span>
    </li>
  );
}
