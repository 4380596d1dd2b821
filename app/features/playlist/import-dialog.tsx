import { CircleAlert, FileInput, FileX2 } from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import type { RoomId } from "#app/domain/ids.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Note } from "#app/ui/note.tsx";
import { notify } from "#app/ui/notice-store.ts";
import { useImport } from "./use-import.ts";

type ImportDialogProps = { readonly roomId: RoomId; readonly onClose: () => void };

/** Of what is missing; of more it is said how many. */
const SHOWN = 8;

/** A playlist that was saved here or by another player: what the library has of it is added. */
export function ImportDialog({ roomId, onClose }: ImportDialogProps) {
  const { t } = useTranslation("uploads");
  const errorText = useErrorText();
  const input = useRef<HTMLInputElement>(null);
  const { read, error, isBusy, choose, add } = useImport(roomId);
  const found = read?.found.length ?? 0;
  const missing = read?.missing ?? [];

  const confirm = async () => {
    if (!(await add())) return;
    notify({ variant: "success", title: t("import.added", { count: found }) });
    onClose();
  };

  return (
    <Dialog
      title={t("import.title")}
      isOpen
      onOpenChange={onClose}
      width={480}
      footer={
        <Button
          variant="primary"
          isDisabled={found === 0}
          isBusy={isBusy}
          onPress={() => void confirm()}
          className="md:ml-auto"
        >
          {t("import.add", { count: found })}
        </Button>
      }
    >
      <p className="text-ink-2">{t("import.text")}</p>
      <Button
        icon={<FileInput />}
        isBusy={isBusy && !read}
        onPress={() => input.current?.click()}
        className="justify-self-start"
      >
        {t("import.choose")}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".m3u8,.m3u,.json"
        hidden
        data-testid="playlist-file"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) void choose(file);
          // the same one may be chosen again
          currentTarget.value = "";
        }}
      />
      {error && (
        <Note tone="danger" role="alert" icon={<CircleAlert />}>
          {errorText(error)}
        </Note>
      )}
      {read && (
        <p role="status" className="font-strong">
          {t("import.found", { count: found, total: found + missing.length })}
        </p>
      )}
      {missing.length > 0 && (
        <section aria-label={t("import.missing")} className="grid gap-1">
          <h3 className="text-small font-strong">
            {t("import.missing")} <span className="text-ink-3 tabular-nums">{missing.length}</span>
          </h3>
          <ul className="grid gap-1">
            {missing.slice(0, SHOWN).map((track, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a file may name the same twice, and its order stands
              <li key={i} className="flex min-h-8 items-center gap-2 text-small">
                <FileX2 size={16} aria-hidden className="shrink-0 text-ink-3" />
                <span className="truncate">{[track.title, track.artist].filter((part) => part !== "").join(" · ")}</span>
              </li>
            ))}
          </ul>
          {missing.length > SHOWN && (
            <p className="text-small text-ink-3">{t("resume.more", { count: missing.length - SHOWN })}</p>
          )}
        </section>
      )}
    </Dialog>
  );
}
