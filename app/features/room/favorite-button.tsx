import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { mutation, query } from "#app/backend/call.ts";
import { openDialog } from "#app/backend/dialogs.ts";
import { useUser } from "#app/backend/use-user.ts";
import type { RoomId, UserId } from "#app/domain/ids.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { HeartButton } from "#app/ui/heart-button.tsx";
import { notify } from "#app/ui/notice-store.ts";

/** Whether the open room is one of the visitor's favorites. Guests are asked in. */
export function FavoriteButton({ roomId }: { readonly roomId: RoomId }) {
  const { t } = useTranslation();
  const user = useUser();
  const errorText = useErrorText();
  const [isOn, setOn] = useFavorite(roomId, user?.id ?? null);

  const toggle = async () => {
    if (!user) return openDialog({ name: "sign-in", tab: "login" });
    // shown at once, and taken back where it did not work
    setOn(!isOn);
    const toggled = await mutation("rooms.toggleFavorite", { roomId, userId: user.id });
    setOn(toggled.ok ? toggled.value.isFavorite : isOn);
    if (!toggled.ok) notify({ title: errorText(toggled.error), variant: "error" });
  };

  return <HeartButton label={t("favorite")} isOn={isOn} onPress={() => void toggle()} />;
}

function useFavorite(roomId: RoomId, userId: UserId | null): [boolean, (isOn: boolean) => void] {
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    setOn(false);
    if (userId === null) return;
    const look = async () => {
      const room = await query("rooms.get", { id: roomId });
      if (isCurrent && room.ok) setOn(room.value.favorite_users.includes(userId));
    };
    void look();
    // it may have been pressed in another window meanwhile
    const onReturn = () => void (document.visibilityState === "visible" && look());
    document.addEventListener("visibilitychange", onReturn);
    window.addEventListener("focus", onReturn);
    return () => {
      isCurrent = false;
      document.removeEventListener("visibilitychange", onReturn);
      window.removeEventListener("focus", onReturn);
    };
  }, [roomId, userId]);
  return [isOn, setOn];
}
