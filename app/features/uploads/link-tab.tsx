import { Check, Link2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { RoomId } from "#app/domain/ids.ts";
import { parseServiceLink } from "#app/domain/imports/service-links.ts";
import { formatBytes } from "#app/i18n/format.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { ImportProgress } from "#app/server-client/import-stream.ts";
import { Button } from "#app/ui/button.tsx";
import { isTouchScreen } from "#app/ui/is-touch-screen.ts";
import { Note } from "#app/ui/note.tsx";
import { ProgressBar } from "#app/ui/progress-bar.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { useLinkImport } from "./use-link-import.ts";

type LinkTabProps = {
  readonly roomId: RoomId;
  /** The first value of the field. Null if it is empty. */
  readonly sharedLink: string | null;
  /** Opens the link of a music service where it can be imported. */
  readonly onService: (link: string) => void;
};

/** Adds the audio file at a link. */
export function LinkTab({ roomId, sharedLink, onService }: LinkTabProps) {
  const { t } = useTranslation("uploads");
  const errorText = useErrorText();
  const [link, setLink] = useState(sharedLink ?? "");
  const { progress, outcome, start, cancel, reset } = useLinkImport(roomId);
  const isEmpty = link.trim() === "";
  const isService = parseServiceLink(link) !== null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isService) onService(link.trim());
    else if (!progress && !isEmpty) start(link, () => setLink(""));
  };
  const changeLink = (next: string) => {
    setLink(next);
    reset();
  };

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <TextField
        label={t("link.address")}
        value={link}
        onChange={changeLink}
        inputMode="url"
        autoComplete="off"
        autoFocus={!isTouchScreen()}
        hint={t("link.hint")}
        error={outcome?.type === "failed" ? errorText(outcome.code, outcome.detail) : null}
      />
      {isService && !progress && <ServiceNote onOpen={() => onService(link.trim())} />}
      {progress && <ProgressLine progress={progress} onCancel={cancel} />}
      {!progress && !isService && <AddButton isEmpty={isEmpty} />}
      {outcome?.type === "done" && (
        <Note tone="live" role="status" icon={<Check />}>
          {t("link.done")}
        </Note>
      )}
    </form>
  );
}

/** A page of a music service is no audio file. */
function ServiceNote({ onOpen }: { readonly onOpen: () => void }) {
  const { t } = useTranslation("uploads");
  return (
    <Note role="status" icon={<Link2 />}>
      <span className="flex flex-wrap items-center justify-between gap-2">
        {t("link.fromService")}
        <Button size="sm" variant="raised" onPress={onOpen}>
          {t("link.openServices")}
        </Button>
      </span>
    </Note>
  );
}

function AddButton({ isEmpty }: { readonly isEmpty: boolean }) {
  const { t } = useTranslation("uploads");
  const reason = isEmpty ? t("link.addressFirst") : null;
  return (
    <Button type="submit" variant="primary" icon={<Link2 />} disabledReason={reason} className="justify-self-end">
      {t("link.add")}
    </Button>
  );
}

function ProgressLine({ progress, onCancel }: { readonly progress: ImportProgress; readonly onCancel: () => void }) {
  const { t, language } = useTranslation("uploads");
  const { receivedBytes, totalBytes } = progress;
  const received = formatBytes(receivedBytes, language);
  const isReceived = totalBytes !== null && receivedBytes >= totalBytes;
  const bytes = totalBytes === null ? received : t("bytes", { sent: received, total: formatBytes(totalBytes, language) });
  return (
    <div className="grid gap-2">
      <p role="status" className="flex items-center gap-2 text-small text-ink-3 tabular-nums">
        <span className="flex-1">{isReceived ? t("link.finishing") : t("link.fetching", { bytes })}</span>
        <Button size="sm" variant="ghost" onPress={onCancel}>
          {t("link.cancel")}
        </Button>
      </p>
      <ProgressBar value={totalBytes ? receivedBytes / totalBytes : null} label={t("progress")} />
    </div>
  );
}
