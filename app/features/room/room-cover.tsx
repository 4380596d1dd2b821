import { useTranslation } from "react-i18next";
import type { Engine } from "#app/audio/engine.ts";
import { currentEntryId } from "#app/domain/playback/playback.ts";
import { findEntry } from "#app/domain/playlist/playlist.ts";
import { timeAgo } from "#app/i18n/time-ago.ts";
import type { RoomView } from "#app/server-client/room/room-view.ts";
import { useEngineStatus } from "#app/server-client/room/use-room-view.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { Cover } from "#app/ui/cover.tsx";
import { RoomSyncMeter } from "./room-sync-meter.tsx";

/** What plays, large; and proof that it plays together. */
export function Stage({ view, engine }: { readonly view: RoomView; readonly engine: Engine }) {
  const { t, i18n } = useTranslation("room");
  const status = useEngineStatus(engine);
  const { state, media } = view;
  const entry = state ? findEntry(state.playlist, currentEntryId(state.playback)) : undefined;
  const adder = entry && state?.people[entry.addedBy];
  const facts = entry ? [entry.track.album, entry.track.year, entry.track.genre].filter((fact) => fact) : [];
  const cover = entry?.track.cover && media ? `/media/cover/${entry.track.cover}?${media.query}` : null;
  return (
    <section aria-label={t("playlist.nowPlaying")} className="sticky top-0 hidden w-66 shrink-0 self-start md:block lg:w-90">
      <div className="short:max-w-60 rounded-md shadow-[0_24px_60px_-24px_oklch(0_0_0/.5)]">
        <Cover src={cover} size="fill" />
      </div>
      <div className="mt-5">
        <p className="line-clamp-2 text-stage font-bold">{entry?.track.title ?? t("stage.nothing")}</p>
        {entry?.track.artist && <p className="mt-1 truncate text-lead text-ink-2">{entry.track.artist}</p>}
        {facts.length > 0 && <p className="mt-0.5 truncate text-small text-ink-3">{facts.join(" · ")}</p>}
        {entry && adder && (
          <p className="mt-3.5 flex items-center gap-2 text-small text-ink-3">
            <Avatar name={adder.name} avatar={adder.avatar} size={20} />
            <span className="min-w-0 truncate">
              {t("stage.addedBy", { name: adder.name, when: timeAgo(entry.addedAtMs, Date.now(), i18n.language) })}
            </span>
          </p>
        )}
      </div>
      {state?.playback.status === "playing" && view.syncSummary && view.syncSummary.devices > 0 && (
        <div className="mt-7">
          <RoomSyncMeter syncSummary={view.syncSummary} ownErrorMs={status.errorMs} />
        </div>
      )}
    </section>
  );
}
