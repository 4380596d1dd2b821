import { Timer } from "lucide-react";
import { SLOW_MODES_MS } from "#app/domain/chat/chat-limits.ts";
import type { RoomId } from "#app/domain/ids.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useStore } from "#app/lib/use-store.ts";
import { mutation } from "#app/server-client/functions.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";
import { IconButton } from "#app/ui/icon-button.tsx";
import { MenuItem, MenuSection, MenuTrigger } from "#app/ui/menu.tsx";
import { notify } from "#app/ui/notice-store.ts";

type SlowModeMenuProps = { readonly connection: RoomConnection; readonly roomId: RoomId };

/** Lets managers choose how long others must wait between two messages. */
export function SlowModeMenu({ connection, roomId }: SlowModeMenuProps) {
  const { t } = useTranslation("chat");
  const errorText = useErrorText();
  const { slowModeMs } = useStore(connection.chat).limits;
  const select = async (id: string) => {
    const chosen = SLOW_MODES_MS.find((ms) => String(ms) === id);
    if (chosen === undefined || chosen === slowModeMs) return;
    const done = await mutation("chat.setSlowMode", { id: roomId, slowModeMs: chosen });
    if (!done.ok) notify({ title: t("slowModeFailed"), message: errorText(done.error), variant: "error" });
  };
  return (
    <MenuTrigger
      label={t("slowMode")}
      placement="bottom end"
      trigger={<IconButton label={t("slowMode")} icon={<Timer />} tooltip />}
    >
      <MenuSection header={t("slowMode")} selected={String(slowModeMs)} onSelect={(id) => void select(id)}>
        {SLOW_MODES_MS.map((ms) => (
          <MenuItem key={ms} id={String(ms)}>
            {ms === 0 ? t("slowModeOff") : t("slowModeSeconds", { seconds: ms / 1000 })}
          </MenuItem>
        ))}
      </MenuSection>
    </MenuTrigger>
  );
}
