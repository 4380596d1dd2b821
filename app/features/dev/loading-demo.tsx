import { Check, CircleAlert, Info, ListMusic, Lock, Plus, WifiOff } from "lucide-react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Note } from "#app/ui/note.tsx";
import { ProgressBar } from "#app/ui/progress-bar.tsx";
import { RoomArtwork } from "#app/ui/room-artwork.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import { DemoSection } from "./demo-section.tsx";

export function LoadingDemo() {
  const { t } = useTranslation("dev");
  return (
    <DemoSection title={t("loading.title")}>
      <div className="grid gap-8 md:grid-cols-2 lg:grid-cols-3">
        <ProgressIndicators />
        <Notes />
        <EmptyStates />
      </div>
    </DemoSection>
  );
}

function ProgressIndicators() {
  const { t } = useTranslation("dev");
  return (
    <div className="grid content-start gap-5">
      <RowSkeleton />
      <RowSkeleton />
      <ProgressBar label={t("loading.progress")} value={0.64} />
      <ProgressBar label={t("loading.done")} value={1} tone="done" />
      <ProgressBar label={t("loading.failed")} value={0.41} tone="danger" />
      <ProgressBar label={t("loading.unknown")} value={null} />
      <span className="flex items-center gap-3">
        <Spinner size={12} />
        <Spinner />
        <Spinner size={20} label={t("loading.busy")} />
      </span>
    </div>
  );
}

function Notes() {
  const { t } = useTranslation("dev");
  return (
    <div className="grid content-start gap-3">
      <Note icon={<Lock />}>{t("loading.plain")}</Note>
      <Note tone="info" icon={<Info />}>
        {t("loading.info")}
      </Note>
      <Note tone="warn" icon={<WifiOff />}>
        {t("loading.offline")}
      </Note>
      <Note tone="danger" icon={<CircleAlert />}>
        {t("loading.wrong")}
      </Note>
      <Note tone="live" icon={<Check />}>
        {t("loading.finished")}
      </Note>
    </div>
  );
}

function EmptyStates() {
  const { t } = useTranslation("dev");
  return (
    <div className="grid content-start gap-4">
      <EmptyState level={3} icon={<ListMusic />} title={t("loading.empty")} text={t("loading.emptyText")}>
        <Button variant="primary" size="sm" icon={<Plus />}>
          {t("loading.add")}
        </Button>
      </EmptyState>
      <EmptyState
        level={3}
        art={<RoomArtwork seed="quiet" isActive={false} hasBackground={false} />}
        title={t("loading.noRooms")}
        text={t("loading.noRoomsText")}
      >
        <Button variant="primary" icon={<Plus />}>
          {t("loading.add")}
        </Button>
      </EmptyState>
    </div>
  );
}

function RowSkeleton() {
  return (
    <div className="flex items-center gap-3">
      <Skeleton className="size-10 rounded-xs" />
      <div className="grid flex-1 gap-2">
        <Skeleton className="h-3 w-3/5" />
        <Skeleton className="h-2.5 w-2/5" />
      </div>
      <Skeleton className="h-2.5 w-8" />
    </div>
  );
}
