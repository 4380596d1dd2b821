import { X } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { Heading, Modal, ModalOverlay, Dialog as RacDialog } from "react-aria-components";
import { useTranslation } from "react-i18next";
import { IconButton } from "./icon-button.tsx";
import { joinClasses } from "./join-classes.ts";

type DialogProps = {
  readonly title: ReactNode;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
  /** In px. On a phone the dialog fills the screen. */
  readonly width?: number;
  /** Hides the title from view, not from screen readers. */
  readonly isTitleHidden?: boolean;
  /** A picture in a column of its own. Hidden on a phone. */
  readonly aside?: ReactNode;
  readonly isDismissable?: boolean;
};

const BOX =
  "floats flex size-full animate-climb flex-col overflow-hidden bg-overlay " +
  "md:h-auto md:max-h-[calc(100dvh-64px)] md:w-(--width) md:max-w-full md:animate-rise md:rounded-xl md:shadow-3";

export function Dialog({
  title,
  isOpen,
  onOpenChange,
  children,
  footer,
  width = 480,
  isTitleHidden = false,
  aside,
  isDismissable = true,
}: DialogProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isDismissable={isDismissable}
      isKeyboardDismissDisabled={!isDismissable}
      className="fixed inset-x-0 top-0 z-(--z-dialog) h-(--visual-viewport-height) animate-fade bg-scrim data-exiting:animate-leave md:grid md:place-items-center md:p-4"
    >
      <Modal className={BOX} style={{ "--width": `${width}px` }}>
        <RacDialog className={joinClasses("flex min-h-0 flex-1 outline-none", aside !== undefined && "md:min-h-140")}>
          {aside !== undefined && (
            <div className="relative hidden w-95 shrink-0 overflow-hidden bg-roll-bg md:block">{aside}</div>
          )}
          <Content
            title={title}
            footer={footer}
            isTitleHidden={isTitleHidden}
            isRoomy={aside !== undefined}
            onClose={isDismissable ? () => onOpenChange(false) : null}
          >
            {children}
          </Content>
        </RacDialog>
      </Modal>
    </ModalOverlay>
  );
}

type ContentProps = Pick<DialogProps, "title" | "footer" | "children" | "isTitleHidden"> & {
  readonly isRoomy: boolean;
  readonly onClose: (() => void) | null;
};

function Content({ title, footer, isTitleHidden, isRoomy, onClose, children }: ContentProps) {
  const { t } = useTranslation();
  const body = useRef<HTMLDivElement>(null);
  const close = useRef<HTMLButtonElement>(null);
  useInitialFocus(body, close);

  return (
    <div className="relative flex min-h-0 min-w-0 flex-1 flex-col">
      <header className={joinClasses("flex shrink-0 items-center gap-3 pt-4 pr-4 pl-6", !isTitleHidden && "md:pt-5")}>
        <Heading slot="title" className={isTitleHidden ? "sr-only" : "min-w-0 flex-1 text-h2 font-bold"}>
          {title}
        </Heading>
        {onClose && <IconButton ref={close} label={t("close")} icon={<X />} onPress={onClose} className="ml-auto" />}
      </header>
      <div
        ref={body}
        className={joinClasses(
          "grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] gap-4 overflow-y-auto overscroll-contain px-6 pt-4 pb-6",
          isRoomy ? "content-start md:content-center md:px-8 md:pt-0 md:pb-8" : "content-start",
        )}
      >
        {children}
      </div>
      {footer !== undefined && (
        <footer className="flex shrink-0 flex-wrap items-center gap-2 px-6 pt-4 pb-[max(16px,env(safe-area-inset-bottom))] shadow-[inset_0_1px_0_var(--line)] max-md:[&_button]:h-12 max-md:[&_button]:flex-1">
          {footer}
        </footer>
      )}
    </div>
  );
}

const FIELDS =
  "input:not([type=checkbox], [type=radio], [type=range], [type=file], [type=hidden], :disabled), textarea:not(:disabled)";

/** Focuses the first field or else the close button, unless an element of the body already has the focus. */
function useInitialFocus(body: RefObject<HTMLElement | null>, close: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (body.current?.contains(document.activeElement)) return;
    (body.current?.querySelector<HTMLElement>(FIELDS) ?? close.current)?.focus();
  }, [body, close]);
}
