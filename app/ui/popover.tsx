import { type ReactElement, type ReactNode, useState } from "react";
import { Dialog, DialogTrigger, Modal, ModalOverlay, Popover } from "react-aria-components";
import { useIsMobile } from "./use-media-query.ts";

type PopoverPanelProps = {
  /** A button of ours, or one of React Aria's. */
  readonly trigger: ReactElement;
  readonly label: string;
  /** In px; on a telephone it is a sheet from below. */
  readonly width?: number;
  readonly children: ReactNode | ((close: () => void) => ReactNode);
};

const BOX = "floats overflow-y-auto overscroll-contain bg-overlay outline-none";

export function PopoverPanel({ trigger, label, width = 360, children }: PopoverPanelProps) {
  const [isOpen, setOpen] = useState(false);
  const isMobile = useIsMobile();
  const content = typeof children === "function" ? children(() => setOpen(false)) : children;
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      {trigger}
      {isMobile ? (
        <ModalOverlay
          isDismissable
          className="fixed inset-0 z-(--z-dialog) flex animate-fade items-end bg-scrim data-exiting:animate-leave"
        >
          <Modal className={`${BOX} max-h-[92dvh] w-full animate-climb rounded-t-xl pb-[env(safe-area-inset-bottom)] shadow-3`}>
            <Dialog aria-label={label} className="outline-none">
              {content}
            </Dialog>
          </Modal>
        </ModalOverlay>
      ) : (
        <Popover
          // a dialog by itself: a nested one would leave its hidden close buttons outside
          aria-label={label}
          containerPadding={16}
          className={`${BOX} z-(--z-overlay) max-w-[calc(100vw-32px)] animate-rise rounded-xl shadow-3 data-exiting:animate-leave`}
          style={{ width }}
        >
          {content}
        </Popover>
      )}
    </DialogTrigger>
  );
}
