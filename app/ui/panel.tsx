import { X } from "lucide-react";
import { type KeyboardEvent as ReactKeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from "react";
import { formatCount } from "#app/i18n/format-count.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useLatestRef } from "#app/lib/use-latest.ts";
import { Dialog } from "./dialog.tsx";
import { IconButton } from "./icon-button.tsx";
import { useReturnFocus } from "./return-focus.ts";
import { useIsMobile } from "./use-media-query.ts";

type PanelProps = {
  readonly title: string;
  readonly count?: number;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  /** Buttons beside the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

/** A panel beside the page, which stays usable. On a phone it is a dialog. */
export function Panel({ title, count, isOpen, onOpenChange, actions, children }: PanelProps) {
  const isMobile = useIsMobile();
  if (isMobile) {
    return (
      <Dialog title={<Title title={title} count={count} />} isOpen={isOpen} onOpenChange={onOpenChange}>
        {/* the rows have their own margins */}
        <div className="-mx-4 -mt-2">
          {actions && <div className="flex justify-end px-3 pb-2">{actions}</div>}
          {children}
        </div>
      </Dialog>
    );
  }
  if (!isOpen) return null;
  return (
    <SidePanel title={title} count={count} actions={actions} onClose={() => onOpenChange(false)}>
      {children}
    </SidePanel>
  );
}

type SidePanelProps = {
  readonly title: string;
  readonly count: number | undefined;
  readonly actions: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

function SidePanel({ title, count, actions, onClose, children }: SidePanelProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const panel = useRef<HTMLElement>(null);
  const closeButton = useRef<HTMLButtonElement>(null);
  useReturnFocus(panel);
  useInitialFocus(closeButton);
  useEscapeOutsideOfFocus(onClose);

  const closeOnEscape = (event: ReactKeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.stopPropagation();
    onClose();
  };

  return (
    <aside
      ref={panel}
      aria-labelledby={titleId}
      onKeyDown={closeOnEscape}
      className="floats fixed top-[calc(var(--header)+16px)] right-4 bottom-(--player-space) z-(--z-overlay) flex w-102 animate-rise flex-col overflow-hidden rounded-xl bg-overlay shadow-3 short:inset-y-2"
    >
      <header className="flex shrink-0 items-center gap-2 pt-4 pr-3 pb-2 pl-5">
        <h2 id={titleId} className="min-w-0 flex-1 truncate text-h2 font-bold">
          <Title title={title} count={count} />
        </h2>
        {actions}
        <IconButton ref={closeButton} label={t("close")} icon={<X />} onPress={onClose} />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pb-2">{children}</div>
    </aside>
  );
}

function useInitialFocus(target: RefObject<HTMLElement | null>): void {
  useEffect(() => target.current?.focus({ preventScroll: true }), [target]);
}

/** Also closes the panel when the focused element was removed and the page's body has the focus. */
function useEscapeOutsideOfFocus(onClose: () => void): void {
  const close = useLatestRef(onClose);
  useEffect(() => {
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented && event.target === document.body) close.current();
    };
    document.addEventListener("keydown", closeOnEscape);
    return () => document.removeEventListener("keydown", closeOnEscape);
  }, [close]);
}

function Title({ title, count }: Pick<SidePanelProps, "title" | "count">) {
  const { language } = useTranslation();
  return (
    <>
      {title}{" "}
      {count !== undefined && (
        <span className="ml-1 text-lead font-normal tracking-normal text-ink-3">{formatCount(count, language)}</span>
      )}
    </>
  );
}
