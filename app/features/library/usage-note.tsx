import { Link } from "@remix-run/react";
import { CircleAlert, X } from "lucide-react";
import type { TrackId } from "#app/domain/ids.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { IconButton } from "#app/ui/icon-button.tsx";
import { Note } from "#app/ui/note.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import { type Usage, useUsage } from "./use-usage.ts";

type UsageNoteProps = { readonly trackId: TrackId; readonly onClose: () => void };

/** The rooms that a track is in, with links to those that the user may see. */
export function UsageNote({ trackId, onClose }: UsageNoteProps) {
  const { t } = useTranslation("library");
  const errorText = useErrorText();
  const usage = useUsage([trackId]);
  return (
    <Note icon={usage.type === "failed" ? <CircleAlert /> : undefined}>
      <div className="flex items-start gap-2">
        <section aria-label={t("usage")} className="grid min-w-0 flex-1 gap-1 py-1">
          <h3 className="font-strong text-ink">{t("usage")}</h3>
          {usage.type === "loading" && (
            <p role="status" className="inline-flex items-center gap-2">
              <Spinner /> {t("checkingUsage")}
            </p>
          )}
          {usage.type === "failed" && (
            <p role="alert" className="flex flex-wrap items-center justify-between gap-2">
              {errorText(usage.error)}
              <Button size="sm" variant="raised" onPress={usage.retry}>
                {t("retry")}
              </Button>
            </p>
          )}
          {usage.type === "loaded" && <Rooms usage={usage.usage} />}
        </section>
        <IconButton size="sm" label={t("close")} icon={<X />} onPress={onClose} />
      </div>
    </Note>
  );
}

function Rooms({ usage: { rooms, others } }: { readonly usage: Usage }) {
  const { t } = useTranslation("library");
  if (rooms.length + others === 0) return <p>{t("usedNowhere")}</p>;
  return (
    <>
      <ul className="grid gap-1">
        {rooms.map(({ id, name, url }) => (
          <li key={id} className="min-w-0 truncate">
            <Link
              to={`/room/${url}`}
              className="text-ink underline underline-offset-3 pointer-coarse:inline-block pointer-coarse:py-2"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
      {others > 0 && <p>{t("others", { count: others })}</p>}
    </>
  );
}
