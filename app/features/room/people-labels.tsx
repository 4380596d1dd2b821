import { isMember } from "#app/domain/access/permissions.ts";
import type { Person } from "#app/domain/accounts/person.ts";
import type { UserId } from "#app/domain/ids.ts";
import type { RoomInfo } from "#app/domain/room/room.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { RoomView } from "#app/server-client/room/room-view.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { AvatarStack } from "#app/ui/avatar-stack.tsx";
import { PersonCardButton } from "./person-card-button.tsx";

type HostLabelProps = {
  readonly info: RoomInfo;
  /** Null for a guest, who cannot open the card of the owner. */
  readonly selfId: UserId | null;
};

export function HostLabel({ info: { id, owner }, selfId }: HostLabelProps) {
  const { t } = useTranslation(["people", "room"]);
  const label = <HostName owner={owner} isSelf={owner.id === selfId} />;
  return (
    <span title={owner.name} className="flex min-w-0 shrink-[4] items-center gap-2.5 max-[1000px]:hidden">
      {selfId ? (
        <PersonCardButton
          roomId={id}
          person={owner}
          details={t("people:host")}
          className="flex items-center gap-2.5 pointer-coarse:min-h-11"
        >
          {label}
        </PersonCardButton>
      ) : (
        label
      )}
      <span aria-hidden className="mx-1.5 h-5 w-px shrink-0 bg-line-strong opacity-40" />
    </span>
  );
}

function HostName({ owner, isSelf }: { readonly owner: Person; readonly isSelf: boolean }) {
  const { t } = useTranslation("room");
  return (
    <>
      <Avatar name={owner.name} avatar={owner.avatar} size={32} />
      {isSelf ? (
        <span className="min-w-0 truncate font-strong">{t("youHost")}</span>
      ) : (
        <span className="min-w-0 truncate text-ink-2">
          {t("hostedBy")} <span className="font-strong text-ink">{owner.name}</span>
        </span>
      )}
    </>
  );
}

/** Avatars and the number of the people present, and how many of them are spectators or guests. */
export function PresenceLabel({ view: { present, guests } }: { readonly view: RoomView }) {
  const { t } = useTranslation(["people", "room"]);
  const spectators = present.filter(({ role }) => !isMember(role)).length;
  const details = [
    ...(spectators > 0 ? [t("people:spectatorsCount", { count: spectators })] : []),
    ...(guests > 0 ? [t("room:guests", { count: guests })] : []),
  ];
  return (
    <>
      <AvatarStack people={present.map(({ person }) => person)} size={32} max={4} isShrinkable />
      <span className="shrink-0 font-strong tabular-nums">{t("room:here", { count: present.length + guests })}</span>
      {details.length > 0 && (
        <span title={details.join(" · ")} className="min-w-0 shrink-[4] truncate text-ink-3 max-lg:hidden">
          {details.join(" · ")}
        </span>
      )}
    </>
  );
}
