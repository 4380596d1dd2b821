import { Disc3 } from "lucide-react";
import type { RoomState } from "#app/domain/room/room.ts";
import { formatDay } from "#app/i18n/format.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";
import { useRoomView } from "#app/server-client/room/use-room-view.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { RetryNote } from "#app/ui/retry-note.tsx";
import { ListLoading } from "../list-loading.tsx";
import { formatSessionFacts } from "./format-session.ts";
import { mergePeople } from "./picture-content.ts";
import { PictureSection } from "./picture-section.tsx";
import { SessionTracks } from "./session-tracks.tsx";
import { type SessionView, useSession } from "./use-session.ts";

type SessionDialogProps = { readonly connection: RoomConnection; readonly onClose: () => void };

/** The summary of the latest session: its length, tracks and people, and a picture of it to share. */
export function SessionDialog({ connection, onClose }: SessionDialogProps) {
  const { t } = useTranslation("session");
  const { state } = useRoomView(connection);
  return (
    <Dialog title={t("title")} isOpen onOpenChange={onClose} width={600}>
      {state && <LoadedSession connection={connection} state={state} />}
    </Dialog>
  );
}

type RoomProps = { readonly connection: RoomConnection; readonly state: RoomState };

function LoadedSession({ connection, state }: RoomProps) {
  const { t } = useTranslation("session");
  const errorText = useErrorText();
  const { session, error, retry } = useSession(state.info.id, state.playback);
  return (
    <>
      {session === undefined && !error && <ListLoading label={t("loading")} />}
      {session === null && <EmptyState icon={<Disc3 />} title={t("empty")} text={t("emptyText")} level={3} />}
      {session && <Session connection={connection} state={state} session={session} />}
      {error && <RetryNote text={errorText(error)} label={t("retry")} onRetry={retry} />}
    </>
  );
}

function Session({ connection, state, session }: RoomProps & { readonly session: SessionView }) {
  const { t, language } = useTranslation("session");
  const { media, present } = useRoomView(connection);
  const presentPeople = present.map(({ person }) => person);
  const names = mergePeople(session, presentPeople).map(({ name }) => name);
  return (
    <>
      <div>
        <p className="text-lead font-strong">{formatSessionFacts(t, session)}</p>
        <p className="text-small text-ink-3">{t("since", { date: formatStart(session.startedAtMs, language) })}</p>
      </div>
      <SessionTracks session={session} media={media} />
      {names.length > 0 && (
        <section aria-labelledby="session-people" className="grid gap-1">
          <h3 id="session-people" className="text-small font-strong text-ink-2">
            {t("peopleTitle")}
          </h3>
          <p className="wrap-anywhere">{names.join(", ")}</p>
        </section>
      )}
      <PictureSection session={session} info={state.info} media={media} present={presentPeople} />
    </>
  );
}

/** `12 Nov 2026, 20:15` */
function formatStart(atMs: number, language: string): string {
  return `${formatDay(atMs, language)}, ${new Intl.DateTimeFormat(language, { timeStyle: "short" }).format(atMs)}`;
}
