import { X } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { Heading, Modal, ModalOverlay, Dialog as RacDialog } from "react-aria-components/Modal";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { AriaLanguage } from "./aria-language.tsx";
import { IconButton } from "./icon-button.tsx";
import { isTouchScreen } from "./is-touch-screen.ts";
import { joinClasses } from "./join-classes.ts";
import { NoticeSlot } from "./notice-slot.tsx";
import { useReturnFocus } from "./return-focus.ts";

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
  /** Fills the window on all screens. */
  readonly isFullScreen?: boolean;
  /** True if typing is the purpose of the dialog: its first field has the focus on touch screens too. */
  readonly isForTyping?: boolean;
  /** The content fills the dialog and scrolls by itself. */
  readonly isFilled?: boolean;
};

const BOX = "floats flex size-full animate-climb flex-col overflow-hidden bg-overlay";
const WINDOW =
  "md:h-auto md:max-h-[calc(100dvh-64px)] md:w-(--width) md:max-w-full md:animate-rise md:rounded-xl md:shadow-3 short:md:max-h-[calc(100dvh-16px)]";

export function Dialog({ isOpen, onOpenChange, width = 480, aside, ...props }: DialogProps) {
  const { isDismissable = true, isFullScreen = false, ...content } = props;
  return (
    <AriaLanguage>
      <ModalOverlay
        isOpen={isOpen}
        onOpenChange={onOpenChange}
        isDismissable={isDismissable}
        isKeyboardDismissDisabled={!isDismissable}
        className={joinClasses(
          "fixed inset-x-0 top-0 z-(--z-dialog) h-(--visual-viewport-height) animate-fade bg-scrim data-exiting:animate-leave",
          !isFullScreen && "md:grid md:grid-cols-[minmax(0,1fr)] md:place-items-center md:p-4 short:md:p-2",
        )}
      >
        <Modal className={joinClasses(BOX, !isFullScreen && WINDOW)} style={{ "--width": `${width}px` }}>
          <RacDialog
            className={joinClasses(
              "flex min-h-0 flex-1 outline-none",
              aside !== undefined && "md:min-h-[min(560px,calc(100dvh-64px))] short:min-h-0",
            )}
          >
            {aside !== undefined && (
              <div className="relative hidden w-95 shrink-0 overflow-hidden bg-roll-bg md:block">{aside}</div>
            )}
            <Content {...content} isRoomy={aside !== undefined} onClose={isDismissable ? () => onOpenChange(false) : null} />
          </RacDialog>
        </Modal>
      </ModalOverlay>
    </AriaLanguage>
  );
}

type ContentProps = Omit<DialogProps, "isOpen" | "onOpenChange" | "width" | "aside" | "isDismissable" | "isFullScreen"> & {
  readonly isRoomy: boolean;
  readonly onClose: (() => void) | null;
};

function Content({ title, footer, isTitleHidden = false, isForTyping = false, isFilled = false, ...rest }: ContentProps) {
  const { isRoomy, onClose, children } = rest;
  const { t } = useTranslation();
  const content = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const close = useRef<HTMLButtonElement>(null);
  useReturnFocus(content);
  useInitialFocus(body, close, isForTyping);

  return (
    <div ref={content} className="relative flex min-h-0 min-w-0 flex-1 flex-col">
      <header
        className={joinClasses("flex shrink-0 items-center gap-3 pt-4 pr-4 pl-6 short:pt-2", !isTitleHidden && "md:pt-5")}
      >
        <Heading slot="title" className={isTitleHidden ? "sr-only" : "min-w-0 flex-1 text-h2 font-bold"}>
          {title}
        </Heading>
        {onClose && <IconButton ref={close} label={t("close")} icon={<X />} onPress={onClose} className="ml-auto" />}
      </header>
      <div ref={body} className={isFilled ? FILLED_BODY : joinClasses(BODY, isRoomy ? ROOMY_BODY : "content-start")}>
        {children}
      </div>
      <NoticeSlot className="shrink-0 px-6 pb-4" />
      {footer !== undefined && <footer className={FOOTER}>{footer}</footer>}
    </div>
  );
}

const BODY =
  "grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] gap-4 overflow-y-auto overscroll-contain px-6 pt-4 pb-6 short:pt-2 short:pb-4";
// centered content that does not fit would be cut off at its start
const ROOMY_BODY = "content-start md:content-center-safe md:px-8 md:pt-0 md:pb-8";
const FILLED_BODY = "flex min-h-0 flex-1 flex-col px-6 pt-2 pb-[env(safe-area-inset-bottom)]";

const FOOTER =
  "flex shrink-0 flex-wrap items-center gap-2 px-6 pt-4 pb-[max(16px,env(safe-area-inset-bottom))] shadow-[inset_0_1px_0_var(--line)] " +
  "max-md:[&_button]:h-12 max-md:[&_button]:flex-1 " +
  "short:pt-2 short:pb-[max(8px,env(safe-area-inset-bottom))] short:[&_button]:h-11";

const FIELDS =
  "input:not([type=checkbox], [type=radio], [type=range], [type=file], [type=hidden], :disabled), textarea:not(:disabled)";

type ElementRef = RefObject<HTMLElement | null>;

/** Focuses the first field or else the close button, unless an element of the body already has the focus. */
function useInitialFocus(body: ElementRef, close: ElementRef, isForTyping: boolean): void {
  useEffect(() => {
    if (body.current?.contains(document.activeElement)) return;
    const field = isForTyping || !isTouchScreen() ? body.current?.querySelector<HTMLElement>(FIELDS) : null;
    (field ?? close.current)?.focus();
  }, [body, close, isForTyping]);
}
