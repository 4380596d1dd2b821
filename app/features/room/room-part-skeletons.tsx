import type { RoomId } from "#app/domain/ids.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { GuestBarBox } from "./guest-bar-box.tsx";
import { COVER, PICTURE, TOOLBAR, TOOLBAR_PEOPLE } from "./room-shape.ts";

/** The bar for guests, as it is in most rooms. */
export function GuestBarSkeleton({ roomId }: { readonly roomId: RoomId }) {
  const { t } = useTranslation("room");
  return (
    <GuestBarBox roomId={roomId} rights={t("guestBar")} rest={t("guestBarRest")}>
      <Skeleton className="h-8 w-36 rounded-[8px]" />
    </GuestBarBox>
  );
}

export function CoverSkeleton() {
  return (
    <div data-testid="room-cover" className={COVER}>
      <Skeleton className={`aspect-square w-full ${PICTURE}`} />
      <Skeleton className="mt-5 h-8 w-3/5" />
      <Skeleton className="mt-1 h-6 w-2/5" />
    </div>
  );
}

export function ToolbarSkeleton() {
  return (
    <div data-testid="room-toolbar" className={TOOLBAR}>
      <div className={TOOLBAR_PEOPLE}>
        <Skeleton className="size-8 shrink-0 rounded-full" />
        <Skeleton className="h-5 w-28" />
      </div>
      <Skeleton className="size-10 rounded-md" />
      <Skeleton className="size-10 rounded-md" />
      <Skeleton className="size-10 rounded-md" />
    </div>
  );
}
