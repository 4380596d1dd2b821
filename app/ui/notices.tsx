import { type FocusEvent, type RefObject, useEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useStore } from "#app/lib/use-store.ts";
import { NoticeCard } from "./notice-card.tsx";
import { useOpenNoticeSlot } from "./notice-slot.tsx";
import { notices } from "./notice-store.ts";

/** Below the header, or on large screens above the player, where a room has its cover and no controls. */
const ON_PAGE =
  "fixed inset-x-2 top-[calc(var(--header)+8px)] z-(--z-toast) md:inset-x-auto md:top-auto md:bottom-(--player-space) md:left-4 md:w-72 " +
  "lg:w-90 short:md:top-[calc(var(--header)+8px)] short:md:bottom-auto";
/** Above the footer of a dialog, which keeps its place: only the scrolling content gets smaller. */
const IN_DIALOG = "max-h-[40dvh] overflow-y-auto overscroll-contain";

/** Shows the notices at the edge of the page, or in the topmost dialog. One per page. */
export function Notices() {
  const slot = useOpenNoticeSlot();
  return slot ? createPortal(<NoticeRegion className={IN_DIALOG} />, slot) : <NoticeRegion className={ON_PAGE} />;
}

function NoticeRegion({ className }: { readonly className: string }) {
  const { t } = useTranslation();
  const { visible, hiddenCount, isPaused } = useStore(notices.view);
  const region = useRef<HTMLElement>(null);
  const focus = useFocusInNotices(region);

  if (visible.length === 0) return null;
  return (
    <section
      ref={region}
      aria-label={t("notices.label")}
      // React Aria keeps elements with this attribute usable above a dialog
      data-react-aria-top-layer="true"
      data-paused={isPaused || undefined}
      onPointerEnter={() => notices.setPaused(true)}
      onPointerLeave={() => notices.setPaused(false)}
      onFocus={focus.onFocus}
      onBlur={focus.onBlur}
      className={`group grid gap-2 ${className}`}
    >
      {hiddenCount > 0 && (
        <span className="floats justify-self-start rounded-full bg-overlay px-3 py-1 text-caption font-label text-ink-2 shadow-2">
          {t("notices.more", { count: hiddenCount })}
        </span>
      )}
      {visible.map((notice) => (
        <NoticeCard
          key={notice.id}
          notice={notice}
          elapsedMs={() => notices.elapsedMs(notice.id)}
          onClose={() => {
            focus.restore();
            notices.dismiss(notice.id);
          }}
        />
      ))}
    </section>
  );
}

/** Pauses the notices while one of them has the focus, and returns the focus to where it came from. */
function useFocusInNotices(region: RefObject<HTMLElement | null>) {
  const previous = useRef<HTMLElement | null>(null);
  // no event reports that the pointer or the focus has left a region that moves into a dialog or out of it
  useEffect(() => () => notices.setPaused(false), []);
  return {
    onFocus({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
      const isEntering = !currentTarget.contains(relatedTarget);
      if (isEntering && relatedTarget instanceof HTMLElement) previous.current = relatedTarget;
      notices.setPaused(true);
    },
    onBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
      if (!currentTarget.contains(relatedTarget)) notices.setPaused(false);
    },
    /** To be called before a notice is closed: its focused button disappears with it. */
    restore() {
      if (region.current?.contains(document.activeElement)) previous.current?.focus();
    },
  };
}
