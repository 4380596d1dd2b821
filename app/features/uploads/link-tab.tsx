import { Check, Link2 } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { RoomId } from "#app/domain/ids.ts";
import { formatBytes } from "#app/i18n/format.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { Button } from "#app/ui/button.tsx";
import { Note } from "#app/ui/note.tsx";
import { ProgressBar } from "#app/ui/progress-bar.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { fetchByLink, type LinkEnd } from "./import-from-link.ts";

type Under = { readonly receivedBytes: number; readonly totalBytes: number | null };

/** A file that lies somewhere else: its address is enough. */
export function LinkTab({ roomId }: { readonly roomId: RoomId }) {
  const { t } = useTranslation("uploads");
  const errorText = useErrorText();
  const [link, setLink] = useState("");
  const [under, setUnder] = useState<Under | null>(null);
  const [end, setEnd] = useState<LinkEnd | null>(null);
  const abort = useRef<AbortController | null>(null);
  // who closes the dialog waits for it no more
  useEffect(() => () => abort.current?.abort(), []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (under || link.trim() === "") return;
    const own = new AbortController();
    abort.current = own;
    setEnd(null);
    setUnder({ receivedBytes: 0, totalBytes: null });
    const ended = await fetchByLink(roomId, { link, signal: own.signal, onProgress: setUnder });
    setUnder(null);
    if (ended.type === "failed" && ended.code === "upload-cancelled") return;
    setEnd(ended);
    if (ended.type === "done") setLink("");
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <TextField
        label={t("link.address")}
        value={link}
        onChange={(next) => {
          setLink(next);
          setEnd(null);
        }}
        inputMode="url"
        autoComplete="off"
        autoFocus
        hint={t("link.hint")}
        error={end?.type === "failed" ? errorText(end.code, end.detail) : null}
      />
      {under ? (
        <Progress under={under} onCancel={() => abort.current?.abort()} />
      ) : (
        <Button type="submit" variant="primary" icon={<Link2 />} isDisabled={link.trim() === ""} className="justify-self-end">
          {t("link.add")}
        </Button>
      )}
      {end?.type === "done" && (
        <Note tone="live" role="status" icon={<Check />}>
          {t("link.done")}
        </Note>
      )}
    </form>
  );
}

function Progress({ under, onCancel }: { readonly under: Under; readonly onCancel: () => void }) {
  const { t, i18n } = useTranslation("uploads");
  const { receivedBytes, totalBytes } = under;
  const received = formatBytes(receivedBytes, i18n.language);
  const isThrough = totalBytes !== null && receivedBytes >= totalBytes;
  const said = totalBytes === null ? received : t("bytes", { sent: received, total: formatBytes(totalBytes, i18n.language) });
  return (
    <div className="grid gap-2">
      <p role="status" className="flex items-center gap-2 text-small text-ink-3 tabular-nums">
        <span className="flex-1">{isThrough ? t("link.finishing") : t("link.fetching", { bytes: said })}</span>
        <Button size="sm" variant="ghost" onPress={onCancel}>
          {t("link.cancel")}
        </Button>
      </p>
      <ProgressBar value={totalBytes ? receivedBytes / totalBytes : null} label={t("progress")} />
    </div>
  );
}
