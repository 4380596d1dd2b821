import { type FocusEvent, useRef, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { NoticeCard } from "./notice-card.tsx";
import { notices } from "./notice-store.ts";

/** Where notices show. One per page. */
export function Notices() {
  const { t } = useTranslation();
  const { shown, hiddenCount, isPaused } = useSyncExternalStore(notices.subscribe, notices.view, notices.view);
  const region = useRef<HTMLElement>(null);
  const focusBefore = useRef<HTMLElement | null>(null);

  const onFocus = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (!currentTarget.contains(relatedTarget) && relatedTarget instanceof HTMLElement) focusBefore.current = relatedTarget;
    notices.setPaused(true);
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (!currentTarget.contains(relatedTarget)) notices.setPaused(false);
  };
  const close = (id: string) => {
    // the button that has the focus goes away with its notice
    if (region.current?.contains(document.activeElement)) focusBefore.current?.focus();
    notices.dismiss(id);
  };

  if (shown.length === 0) return null;
  return (
    <section
      ref={region}
      aria-label={t("notices.label")}
      // React Aria lets what carries this mark be used above a dialog
      data-react-aria-top-layer="true"
      data-paused={isPaused || undefined}
      onPointerEnter={() => notices.setPaused(true)}
      onPointerLeave={() => notices.setPaused(false)}
      onFocus={onFocus}
      onBlur={onBlur}
      className="group fixed inset-x-2 top-[calc(var(--header)+8px)] z-(--z-toast) grid gap-2 md:inset-x-auto md:top-auto md:bottom-28 md:left-4 md:w-90"
    >
      {hiddenCount > 0 && (
        <span className="floats justify-self-start rounded-full bg-overlay px-3 py-1 text-caption font-label text-ink-2 shadow-2">
          {t("notices.more", { count: hiddenCount })}
        </span>
      )}
      {shown.map((notice) => (
        <NoticeCard
          key={notice.id}
          notice={notice}
          elapsedMs={() => notices.elapsedMs(notice.id)}
          onClose={() => close(notice.id)}
        />
      ))}
    </section>
  );
}
