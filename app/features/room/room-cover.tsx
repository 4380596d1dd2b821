import type { Engine } from "#app/audio/engine.ts";
import type { Person } from "#app/domain/accounts/person.ts";
import { currentEntryId } from "#app/domain/playback/playback.ts";
import { type Entry, findEntry } from "#app/domain/playlist/playlist.ts";
import type { RoomSyncSummary } from "#app/domain/sync/room-sync-summary.ts";
import { formatTimeAgo } from "#app/i18n/format-time-ago.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useStorePart } from "#app/lib/use-store.ts";
import { coverUrl } from "#app/server-client/room/cover-url.ts";
import type { RoomView } from "#app/server-client/room/room-view.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { Cover } from "#app/ui/cover.tsx";
import { useIsMobile, useIsShort } from "#app/ui/use-media-query.ts";
import { COVER, PICTURE } from "./room-shape.ts";
import { RoomSyncMeter } from "./room-sync-meter.tsx";

type RoomCoverProps = { readonly view: RoomView; readonly engine: Engine };

/** The large cover and the details of the current track, on screens with space for them: see `COVER`. */
export function RoomCover(props: RoomCoverProps) {
  const isMobile = useIsMobile();
  const isShort = useIsShort();
  return !isMobile && !isShort && <CoverColumn {...props} />;
}

/** The cover with the sync of all devices below. */
function CoverColumn({ view, engine }: RoomCoverProps) {
  const { t } = useTranslation("room");
  const { state, media, syncSummary } = view;
  const entry = state ? findEntry(state.playlist, currentEntryId(state.playback)) : undefined;
  const adder = entry && state?.people[entry.addedBy];
  return (
    <section aria-label={t("playlist.nowPlaying")} data-testid="room-cover" className={COVER}>
      <div className={`${PICTURE} shadow-[0_24px_60px_-24px_oklch(0_0_0/.5)]`}>
        <Cover src={coverUrl(entry?.track.cover, media)} size="fill" />
      </div>
      <div className="mt-5">
        <p title={entry?.track.title} className="line-clamp-2 text-stage font-bold">
          {entry?.track.title ?? t("stage.nothing")}
        </p>
        {entry && <TrackDetails entry={entry} />}
        {entry && adder && <AddedBy entry={entry} adder={adder} />}
      </div>
      {state?.playback.status === "playing" && syncSummary && syncSummary.devices > 0 && (
        <div className="mt-7">
          <SyncMeter syncSummary={syncSummary} engine={engine} />
        </div>
      )}
    </section>
  );
}

type SyncMeterProps = { readonly syncSummary: RoomSyncSummary; readonly engine: Engine };

function SyncMeter({ syncSummary, engine }: SyncMeterProps) {
  const errorMs = useStorePart(engine.status, (status) => status.errorMs);
  return <RoomSyncMeter syncSummary={syncSummary} ownErrorMs={errorMs} />;
}

function TrackDetails({ entry: { track } }: { readonly entry: Entry }) {
  const facts = [track.album, track.year, track.genre].filter((fact) => fact);
  return (
    <>
      {track.artist && (
        <p title={track.artist} className="mt-1 truncate text-lead text-ink-2">
          {track.artist}
        </p>
      )}
      {facts.length > 0 && <p className="mt-0.5 truncate text-small text-ink-3">{facts.join(" · ")}</p>}
    </>
  );
}

function AddedBy({ entry, adder }: { readonly entry: Entry; readonly adder: Person }) {
  const { t, language } = useTranslation("room");
  const when = formatTimeAgo(entry.addedAtMs, Date.now(), language);
  return (
    <p className="mt-3.5 flex items-center gap-2 text-small text-ink-3">
      <Avatar name={adder.name} avatar={adder.avatar} size={20} />
      <span title={adder.name} className="min-w-0 truncate">
        {t("stage.addedBy", { name: adder.name, when })}
      </span>
    </p>
  );
}
