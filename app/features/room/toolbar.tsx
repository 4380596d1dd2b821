import { QrCode, UsersRound } from "lucide-react";
import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import type { RoomView } from "#app/backend/room-view.ts";
import { Avatar, AvatarStack } from "#app/ui/avatar.tsx";
import { IconButton } from "#app/ui/icon-button.tsx";
import { useLazy } from "#app/ui/use-lazy.ts";

const loadPeople = () => import("./people-panel.tsx");

/** Who hosts the room, and who is here. */
export function Toolbar({ view, onInvite }: { readonly view: RoomView; readonly onInvite: () => void }) {
  const { t } = useTranslation("room");
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const people = useLazy(loadPeople, isOpen, close);
  const { state, present, anonymous, you } = view;
  const owner = state?.info.owner;
  const isHost = owner !== undefined && you.userId === owner.id;
  const here = present.length + anonymous;
  return (
    <div className="flex h-12 items-center gap-2.5 whitespace-nowrap">
      {owner && (
        <span className="flex min-w-0 items-center gap-2.5 max-md:hidden">
          <Avatar name={owner.name} avatar={owner.avatar} size={32} />
          {isHost ? (
            <span className="font-strong">{t("youHost")}</span>
          ) : (
            <span className="min-w-0 truncate text-ink-2">
              {t("hostedBy")} <span className="font-strong text-ink">{owner.name}</span>
            </span>
          )}
          <span aria-hidden className="mx-1.5 h-5 w-px bg-line-strong opacity-40" />
        </span>
      )}
      <AvatarStack people={present.map(({ person }) => person)} size={32} max={4} />
      <span className="font-strong tabular-nums">{t("here", { count: here })}</span>
      {anonymous > 0 && (
        <span className="min-w-0 truncate text-ink-3 max-md:hidden">{t("anonymous", { count: anonymous })}</span>
      )}
      <span className="flex-1" />
      <IconButton label={t("invite")} icon={<QrCode />} onPress={onInvite} tooltip />
      <IconButton label={t("people.title")} icon={<UsersRound />} isOn={isOpen} onPress={() => setOpen(!isOpen)} tooltip />
      {people && <people.PeoplePanel view={view} isOpen={isOpen} onOpenChange={setOpen} />}
    </div>
  );
}
