import { useTranslation } from "#app/i18n/use-translation.ts";
import type { FunctionValue } from "#app/server-client/functions.ts";
import { Badge } from "#app/ui/badge.tsx";
import { DataSection } from "../data-page.tsx";
import { Fact, FactList } from "../fact-list.tsx";
import { useFormats } from "../use-formats.ts";

type RoomObject = NonNullable<FunctionValue<"dev.inspectRoom">["object"]>;
type ObjectProps = { readonly object: RoomObject };

/** The facts that a room object knows about itself. */
export function ObjectFacts({ object }: ObjectProps) {
  const { t } = useTranslation("devData");
  return (
    <>
      <DataSection title={t("room.object")}>
        <FactList>
          <StateFacts object={object} />
          <AccessFacts object={object} />
          <TimerFacts object={object} />
        </FactList>
      </DataSection>
      <DataSection title={t("room.playback")}>
        <PlaybackFacts object={object} />
      </DataSection>
      <DataSection title={t("room.counts")}>
        <CountFacts object={object} />
      </DataSection>
    </>
  );
}

function StateFacts({ object }: ObjectProps) {
  const { t } = useTranslation("devData");
  const { time, count, bytes, yesNo } = useFormats();
  return (
    <>
      <Fact name={t("room.clock")}>{time(object.serverNowMs)}</Fact>
      <Fact name={t("room.revision")}>{count(object.revision)}</Fact>
      <Fact name={t("room.storage")}>{bytes(object.storageBytes)}</Fact>
      <Fact name={t("room.watched")}>{yesNo(object.isWatchedByQueries)}</Fact>
    </>
  );
}

function AccessFacts({ object: { access, isAccessCurrent } }: ObjectProps) {
  const { t } = useTranslation("devData");
  const { accessEpoch, mediaEpoch } = access.received;
  return (
    <>
      <Fact name={t("room.receivedEpochs")}>
        {accessEpoch} / {mediaEpoch}
      </Fact>
      <Fact name={t("room.appliedEpoch")}>
        {isAccessCurrent ? access.appliedEpoch : <Badge tone="warn">{t("room.behind", { epoch: access.appliedEpoch })}</Badge>}
      </Fact>
    </>
  );
}

function TimerFacts({ object }: ObjectProps) {
  const { t } = useTranslation("devData");
  const { time } = useFormats();
  return (
    <>
      <Fact name={t("room.alarm")}>{time(object.alarmAtMs)}</Fact>
      <Fact name={t("room.removalDue")}>{time(object.removalDueMs)}</Fact>
      <Fact name={t("room.rejoinDue")}>{time(object.rejoinDueMs)}</Fact>
    </>
  );
}

function PlaybackFacts({ object: { playback, positionMs, currentTitle, order } }: ObjectProps) {
  const { t } = useTranslation("devData");
  const { time, duration, yesNo } = useFormats();
  return (
    <FactList>
      <Fact name={t("room.status")}>{t(`room.statuses.${playback.status}`)}</Fact>
      <Fact name={t("room.track")}>{currentTitle ?? "–"}</Fact>
      <Fact name={t("room.position")}>{playback.status === "idle" ? "–" : duration(positionMs)}</Fact>
      <Fact name={t("room.anchor")}>{time(playback.status === "playing" ? playback.anchorMs : null)}</Fact>
      <Fact name={t("room.repeat")}>{t(`room.repeats.${order.repeat}`)}</Fact>
      <Fact name={t("room.shuffle")}>{yesNo(order.isShuffled)}</Fact>
      <Fact name={t("room.fair")}>{yesNo(order.isFair)}</Fact>
    </FactList>
  );
}

function CountFacts({ object: { counts, activeUsers, reports, waiting } }: ObjectProps) {
  const { t } = useTranslation("devData");
  const { count } = useFormats();
  return (
    <FactList>
      <Fact name={t("room.entries")}>{count(counts.entries)}</Fact>
      <Fact name={t("room.upNext")}>{count(counts.upNext)}</Fact>
      <Fact name={t("room.people")}>{count(counts.people)}</Fact>
      <Fact name={t("room.plays")}>{count(counts.plays)}</Fact>
      <Fact name={t("room.edits")}>{count(counts.edits)}</Fact>
      <Fact name={t("room.recentRemovals")}>{count(counts.recentRemovals)}</Fact>
      <Fact name={t("room.activeUsers")}>{count(activeUsers)}</Fact>
      <Fact name={t("room.reports")}>{count(reports)}</Fact>
      <Fact name={t("room.waiting")}>{count(waiting)}</Fact>
    </FactList>
  );
}
