import { ChevronDown, Hand } from "lucide-react";
import { type GrantableRole, isMember, rankOf } from "#app/domain/access/permissions.ts";
import { formatTimeAgo } from "#app/i18n/format-time-ago.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { IconButton } from "#app/ui/icon-button.tsx";
import { PersonRow } from "./person-row.tsx";
import { RoleMenu } from "./role-menu.tsx";
import type { MemberActions } from "./use-member-actions.ts";
import type { RoomMember } from "./use-members.ts";

type RequestRowsProps = {
  readonly requests: readonly RoomMember[];
  /** The roles that the user may grant. */
  readonly roles: readonly GrantableRole[];
  readonly actions: MemberActions;
};

/** The requests for access and for a higher role, with the buttons that decide them. */
export function RequestRows({ requests, roles, actions }: RequestRowsProps) {
  const { t, language } = useTranslation(["people", "shell"]);
  return (
    <section>
      <h3 className="flex items-center gap-2 px-3 pt-3 pb-1 text-caption font-strong text-warn-ink">
        <Hand size={16} aria-hidden />
        {t("people:asking")} <span className="font-normal tabular-nums">{requests.length}</span>
      </h3>
      <ul className="rounded-md bg-warn-soft">
        {requests.map(({ person, role, request, sinceMs }) => (
          <PersonRow
            key={person.id}
            person={person}
            facts={[
              isMember(role) && t(`shell:role.${role}`),
              formatTimeAgo(request?.changedAtMs ?? sinceMs, Date.now(), language),
            ]}
            isPresent
            isWrapped
          >
            <RequestButtons
              person={person}
              roles={roles.filter((granted) => rankOf(granted) > rankOf(role))}
              actions={actions}
            />
          </PersonRow>
        ))}
      </ul>
    </section>
  );
}

type RequestButtonsProps = Omit<RequestRowsProps, "requests"> & Pick<RoomMember, "person">;

function RequestButtons({ person, roles, actions }: RequestButtonsProps) {
  const { t } = useTranslation("people");
  const isBusy = actions.busyIds.has(person.id);
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        aria-label={t("rejectLabel", { name: person.name })}
        isDisabled={isBusy}
        onPress={() => void actions.reject(person)}
      >
        {t("reject")}
      </Button>
      <span className="flex">
        <Button
          size="sm"
          variant="primary"
          aria-label={t("approveLabel", { name: person.name })}
          isBusy={isBusy}
          onPress={() => void actions.approve(person)}
        >
          {t("approve")}
        </Button>
        <RoleMenu
          label={t("approveAs")}
          roles={roles}
          trigger={<IconButton size="sm" label={`${t("approveAs")} ${person.name}`} icon={<ChevronDown />} />}
          onChoose={(role) => void actions.approve(person, role)}
        />
      </span>
    </>
  );
}
