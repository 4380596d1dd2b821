import { X } from "lucide-react";
import { type KeyboardEvent as ReactKeyboardEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "./dialog.tsx";
import { IconButton } from "./icon-button.tsx";
import { useIsMobile } from "./use-media-query.ts";

type PanelProps = {
  readonly title: string;
  readonly count?: number;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  /** Beside the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

/** Beside the page, which stays in use; on a telephone it covers the page. */
export function Panel({ title, count, isOpen, onOpenChange, actions, children }: PanelProps) {
  const isMobile = useIsMobile();
  if (isMobile) {
    return (
      <Dialog title={<Title title={title} count={count} />} isOpen={isOpen} onOpenChange={onOpenChange}>
        {/* rows bring their own margins, as they do at the side */}
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
  const close = useRef<HTMLButtonElement>(null);

  // the focus comes in, and goes back to where it came from
  useEffect(() => {
    const before = document.activeElement;
    close.current?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);

  // what had the focus may be gone meanwhile: then the page has it
  const latest = useRef(onClose);
  latest.current = onClose;
  useEffect(() => {
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented && event.target === document.body) latest.current();
    };
    document.addEventListener("keydown", closeOnEscape);
    return () => document.removeEventListener("keydown", closeOnEscape);
  }, []);

  const closeHere = (event: ReactKeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.stopPropagation();
    onClose();
  };

  return (
    <aside
      aria-labelledby={titleId}
      onKeyDown={closeHere}
      className="floats fixed top-18 right-4 bottom-28 z-(--z-overlay) flex w-102 animate-rise flex-col overflow-hidden rounded-xl bg-overlay shadow-3"
    >
      <header className="flex shrink-0 items-center gap-2 pt-4 pr-3 pb-2 pl-5">
        <h2 id={titleId} className="min-w-0 flex-1 truncate text-h2 font-bold">
          <Title title={title} count={count} />
        </h2>
        {actions}
        <IconButton ref={close} label={t("close")} icon={<X />} onPress={onClose} />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pb-2">{children}</div>
    </aside>
  );
}

function Title({ title, count }: Pick<SidePanelProps, "title" | "count">) {
  const { i18n } = useTranslation();
  return (
    <>
      {title}{" "}
      {count !== undefined && (
        <span className="ml-1 text-lead font-normal tracking-normal text-ink-3">
          {new Intl.NumberFormat(i18n.language).format(count)}
        </span>
      )}
    </>
  );
}
