import type { ReactElement } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { CloseReason } from "#app/protocol/room-messages.ts";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { RoomArtwork } from "#app/ui/room-artwork.tsx";

type RoomClosedProps = { readonly reason: CloseReason; readonly onRejoin: () => void };

/** Shown when the room is closed to this page: it was removed, the page is too old for the protocol, or another device disconnected it. */
export function RoomClosed({ reason, onRejoin }: RoomClosedProps) {
  const { t } = useTranslation(["room", "shell"]);
  switch (reason) {
    case "disconnected":
      return (
        <Closed title={t("room:deviceDisconnected.title")} text={t("room:deviceDisconnected.text")}>
          <Button variant="primary" onPress={onRejoin}>
            {t("room:deviceDisconnected.join")}
          </Button>
        </Closed>
      );
    case "protocol-version":
      return (
        <Closed title={t("room:outdated.title")} text={t("room:outdated.text")}>
          <Button variant="primary" onPress={() => location.reload()}>
            {t("shell:errorPage.reload")}
          </Button>
        </Closed>
      );
    case "room-removed":
    case "access-lost":
    case "password-required":
    case "token-expired":
    // the connection is opened again after these, so that a page is not closed by them
    case "silent":
    case "rejoin":
    case "too-many-messages":
      return (
        <Closed title={t("shell:roomNotFound.title")} text={t("shell:roomNotFound.text")}>
          <LinkButton to="/" variant="primary">
            {t("shell:backToRooms")}
          </LinkButton>
        </Closed>
      );
  }
}

type ClosedProps = { readonly title: string; readonly text: string; readonly children: ReactElement };

function Closed({ title, text, children }: ClosedProps) {
  return (
    <main id="content">
      <EmptyState art={<RoomArtwork seed="tutti" isActive={false} hasBackground={false} />} title={title} text={text}>
        {children}
      </EmptyState>
    </main>
  );
}
