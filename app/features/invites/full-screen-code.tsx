import { X } from "lucide-react";
import { Dialog, Modal, ModalOverlay } from "react-aria-components/Modal";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { AriaLanguage } from "#app/ui/aria-language.tsx";
import { IconButton } from "#app/ui/icon-button.tsx";
import { QrCode } from "./qr-code.tsx";

type FullScreenCodeProps = { readonly address: string; readonly roomName: string; readonly onClose: () => void };

/** The QR code as large as the screen, to be scanned from a distance. Always on white, which scanners read best. */
export function FullScreenCode({ address, roomName, onClose }: FullScreenCodeProps) {
  const { t } = useTranslation(["invites", "shell"]);
  return (
    <AriaLanguage>
      <ModalOverlay
        isOpen
        onOpenChange={(isOpen) => !isOpen && onClose()}
        data-theme="light"
        className="fixed inset-0 z-(--z-dialog) animate-fade bg-overlay text-ink"
      >
        <Modal className="size-full">
          <Dialog aria-label={roomName} className="grid size-full place-content-center justify-items-center p-4 outline-none">
            <QrCode text={address} label={t("code", { link: address })} className="size-[min(92vw,calc(100dvh-180px))]" />
            <p className="mt-2 line-clamp-2 max-w-[92vw] text-center text-h1 font-bold">{roomName}</p>
            <p className="mt-1 max-w-[92vw] text-center text-lead break-all text-ink-2">
              {address.replace(/^https?:\/\//, "")}
            </p>
            <IconButton
              autoFocus
              label={t("shell:close")}
              icon={<X />}
              size="lg"
              onPress={onClose}
              className="fixed! top-3 right-3"
            />
          </Dialog>
        </Modal>
      </ModalOverlay>
    </AriaLanguage>
  );
}
