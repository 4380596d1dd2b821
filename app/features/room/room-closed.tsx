import { useTranslation } from "#app/i18n/use-translation.ts";
import type { CloseReason } from "#app/protocol/room-messages.ts";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { RoomArtwork } from "#app/ui/room-artwork.tsx";

/** Shown when the room cannot be opened any more: it was removed, or the page is too old for the protocol. */
export function RoomClosed({ reason }: { readonly reason: CloseReason }) {
  const { t } = useTranslation(["room", "shell"]);
  const isOutdated = reason === "protocol-version";
  return (
    <main id="content">
      <EmptyState
        art={<RoomArtwork seed="tutti" isActive={false} hasBackground={false} />}
        title={t(isOutdated ? "room:outdated.title" : "shell:roomNotFound.title")}
        text={t(isOutdated ? "room:outdated.text" : "shell:roomNotFound.text")}
      >
        {isOutdated ? (
          <Button variant="primary" onPress={() => location.reload()}>
            {t("shell:errorPage.reload")}
          </Button>
        ) : (
          <LinkButton to="/" variant="primary">
            {t("shell:backToRooms")}
          </LinkButton>
        )}
      </EmptyState>
    </main>
  );
}
