import { Dialog, Modal, ModalOverlay } from "react-aria-components/Modal";
import { Popover } from "react-aria-components/Popover";
import { AriaLanguage } from "./aria-language.tsx";
import { NoticeSlot } from "./notice-slot.tsx";
import type { PopoverBoxProps } from "./popover.tsx";
import { useIsMobile } from "./use-media-query.ts";

const BOX = "floats overflow-y-auto overscroll-contain bg-overlay outline-none";

export function PopoverBox({ label, width, isOpen, onOpenChange, triggerRef, children }: PopoverBoxProps) {
  const isMobile = useIsMobile();
  if (isMobile) {
    return (
      <AriaLanguage>
        <ModalOverlay
          isDismissable
          isOpen={isOpen}
          onOpenChange={onOpenChange}
          className="fixed inset-0 z-(--z-dialog) flex animate-fade items-end bg-scrim data-exiting:animate-leave"
        >
          <Modal className={`${BOX} max-h-[92dvh] w-full animate-climb rounded-t-xl pb-[env(safe-area-inset-bottom)] shadow-3`}>
            <Dialog aria-label={label} className="outline-none">
              <NoticeSlot className="px-2 pt-2" />
              {children}
            </Dialog>
          </Modal>
        </ModalOverlay>
      </AriaLanguage>
    );
  }
  return (
    <AriaLanguage>
      <Popover
        // makes the popover itself the dialog: a nested Dialog would leave the hidden close buttons outside of it
        trigger="DialogTrigger"
        aria-label={label}
        isOpen={isOpen}
        onOpenChange={onOpenChange}
        triggerRef={triggerRef}
        containerPadding={16}
        className={`${BOX} z-(--z-overlay) max-w-[calc(100vw-32px)] animate-rise rounded-xl shadow-3 data-exiting:animate-leave`}
        style={{ width }}
      >
        {children}
      </Popover>
    </AriaLanguage>
  );
}
