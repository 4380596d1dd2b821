import { Crown, Eye, Pencil, Shield, UserCheck } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { RoomView } from "#app/backend/room-view.ts";
import type { Role } from "#app/domain/permissions.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { Panel } from "#app/ui/panel.tsx";

const ROLE_ICONS: Partial<Record<Role, ReactNode>> = {
  owner: <Crown />,
  admin: <Shield />,
  editor: <Pencil />,
  participant: <UserCheck />,
  viewer: <Eye />,
};

type PeoplePanelProps = {
  readonly view: RoomView;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
};

export function PeoplePanel({ view, isOpen, onOpenChange }: PeoplePanelProps) {
  const { t } = useTranslation("room");
  const { present, anonymous, you } = view;
  return (
    <Panel title={t("people.title")} count={present.length + anonymous} isOpen={isOpen} onOpenChange={onOpenChange}>
      {present.length > 0 && <h3 className="px-3 pt-3 pb-1 text-caption font-strong text-ink-3">{t("people.here")}</h3>}
      <ul>
        {present.map(({ person, role, devices }) => (
          <li key={person.id} className="flex min-h-13.5 items-center gap-3 rounded-md px-3 py-1">
            <Avatar name={person.name} avatar={person.avatar} size={36} />
            <span className="min-w-0 flex-1">
              <span className="block truncate font-label">{person.name}</span>
              <span className="block text-caption text-ink-3 tabular-nums">
                {[...(person.id === you.userId ? [t("people.you")] : []), t("people.devices", { count: devices })].join(" · ")}
              </span>
            </span>
            <span className="flex items-center gap-1.5 text-small font-label text-ink-2 [&_svg]:size-4">
              {role && ROLE_ICONS[role]}
              {t(`role.${role ?? "spectator"}`)}
            </span>
          </li>
        ))}
      </ul>
      {anonymous > 0 && (
        <>
          <h3 className="px-3 pt-3 pb-1 text-caption font-strong text-ink-3">
            {t("people.anonymous")} <span className="ml-1 font-normal tabular-nums">{anonymous}</span>
          </h3>
          <p className="px-3 text-small text-ink-3">{t("people.anonymousText")}</p>
        </>
      )}
    </Panel>
  );
}
