import { type FocusEvent, type RefObject, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useStore } from "#app/lib/use-store.ts";
import { NoticeCard } from "./notice-card.tsx";
import { notices } from "./notice-store.ts";

/** The region that shows the notices. One per page. */
export function Notices() {
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
      className="group fixed inset-x-2 top-[calc(var(--header)+8px)] z-(--z-toast) grid gap-2 md:inset-x-auto md:top-auto md:bottom-28 md:left-4 md:w-90"
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
