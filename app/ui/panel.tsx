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
  /** The content fills the panel and scrolls by itself. */
  readonly isFilled?: boolean;
  readonly children: ReactNode;
};

/** A panel beside the page, which stays usable. On a phone it is a dialog. */
export function Panel({ title, count, isOpen, onOpenChange, actions, isFilled = false, children }: PanelProps) {
  const isMobile = useIsMobile();
  if (isMobile) {
    return (
      <Dialog title={<Title title={title} count={count} />} isOpen={isOpen} onOpenChange={onOpenChange} isFilled={isFilled}>
        {/* the rows have their own margins */}
        <div className={isFilled ? "-mx-4 flex min-h-0 flex-1 flex-col" : "-mx-4 -mt-2"}>
          {actions && <div className="flex justify-end px-3 pb-2">{actions}</div>}
          {children}
        </div>
      </Dialog>
    );
  }
  if (!isOpen) return null;
  return (
    <SidePanel title={title} count={count} actions={actions} isFilled={isFilled} onClose={() => onOpenChange(false)}>
      {children}
    </SidePanel>
  );
}

type SidePanelProps = {
  readonly title: string;
  readonly count: number | undefined;
  readonly actions: ReactNode;
  readonly isFilled: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

function SidePanel({ title, count, actions, isFilled, onClose, children }: SidePanelProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const panel = useRef<HTMLElement>(null);
  const closeButton = useRef<HTMLButtonElement>(null);
  useReturnFocus(panel);
  useInitialFocus(panel, closeButton);
  useEscapeOutsideOfFocus(onClose);
  useOnlyPanel(onClose);

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
      className="floats fixed top-[calc(var(--header)+16px)] right-4 bottom-(--player-space) z-(--z-overlay) flex w-102 animate-rise flex-col overflow-hidden rounded-xl bg-overlay whitespace-normal shadow-3 short:inset-y-2"
    >
      <header className="flex shrink-0 items-center gap-2 pt-4 pr-3 pb-2 pl-5">
        <h2 id={titleId} className="min-w-0 flex-1 truncate text-h2 font-bold">
          <Title title={title} count={count} />
        </h2>
        {actions}
        <IconButton ref={closeButton} label={t("close")} icon={<X />} onPress={onClose} />
      </header>
      <div
        className={
          isFilled ? "flex min-h-0 flex-1 flex-col px-2" : "min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pb-2"
        }
      >
        {children}
      </div>
    </aside>
  );
}

/** Focuses the close button, unless an element of the panel already has the focus. */
function useInitialFocus(panel: RefObject<HTMLElement | null>, target: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!panel.current?.contains(document.activeElement)) target.current?.focus({ preventScroll: true });
  }, [panel, target]);
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

/** Closes the panel that is open. All side panels have the same place. */
let closeOpenPanel: (() => void) | null = null;

/** Closes the other side panel when this one opens. */
function useOnlyPanel(onClose: () => void): void {
  const latest = useLatestRef(onClose);
  useEffect(() => {
    const close = () => latest.current();
    closeOpenPanel?.();
    closeOpenPanel = close;
    return () => {
      if (closeOpenPanel === close) closeOpenPanel = null;
    };
  }, [latest]);
}
