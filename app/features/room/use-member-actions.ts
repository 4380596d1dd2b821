import { useState } from "react";
import type { GrantableRole } from "#app/domain/access/permissions.ts";
import type { Person } from "#app/domain/accounts/person.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { RoomId, UserId } from "#app/domain/ids.ts";
import type { Result } from "#app/domain/result.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { mutation } from "#app/server-client/functions.ts";
import { announce } from "#app/ui/announce.ts";
import { useFailureNotice } from "./use-failure-notice.ts";

/** Actions on the people of a room. Errors are shown in a notice. The room's updates refresh the list of people. */
export type MemberActions = {
  /** The people with a pending action. */
  readonly busyIds: ReadonlySet<UserId>;
  approve(person: Person, role?: GrantableRole): Promise<void>;
  reject(person: Person): Promise<void>;
  grantRole(person: Person, role: GrantableRole): Promise<void>;
  changeRole(person: Person, role: GrantableRole): Promise<void>;
  makeOwner(person: Person): Promise<void>;
  remove(person: Person): Promise<void>;
  leave(person: Person): Promise<void>;
};

export function useMemberActions(roomId: RoomId): MemberActions {
  const { t } = useTranslation(["people", "shell"]);
  const { busyIds, run } = useMemberRequests();
  const args = ({ id: userId }: Person) => ({ id: roomId, userId });
  const roleChanged = (person: Person, role: GrantableRole) =>
    t("people:roleChanged", { name: person.name, role: t(`shell:role.${role}`) });
  return {
    busyIds,
    approve: (person, role = "participant") =>
      run(person, mutation("access.approve", { ...args(person), role }), {
        failure: "member-add-failed",
        announcement: roleChanged(person, role),
      }),
    reject: (person) => run(person, mutation("access.reject", args(person)), { failure: "member-update-failed" }),
    grantRole: (person, role) =>
      run(person, mutation("members.add", { ...args(person), role }), {
        failure: "member-add-failed",
        announcement: roleChanged(person, role),
      }),
    changeRole: (person, role) =>
      run(person, mutation("members.changeRole", { ...args(person), role }), {
        failure: "member-update-failed",
        announcement: roleChanged(person, role),
      }),
    makeOwner: (person) =>
      run(person, mutation("members.transferOwnership", args(person)), { failure: "member-update-failed" }),
    remove: (person) =>
      run(person, mutation("members.remove", args(person)), {
        failure: "member-remove-failed",
        announcement: t("people:removed", { name: person.name }),
      }),
    leave: (person) =>
      run(person, mutation("members.remove", args(person)), {
        failure: "member-leave-failed",
        announcement: t("people:left"),
      }),
  };
}

type RequestTexts = {
  /** The title of the notice of a failure. */
  readonly failure: ErrorCode;
  /** Spoken by screen readers after a success. */
  readonly announcement?: string;
};

function useMemberRequests() {
  const notifyOfFailure = useFailureNotice();
  const [busyIds, setBusyIds] = useState<ReadonlySet<UserId>>(new Set());

  async function run(person: Person, request: Promise<Result<unknown>>, texts: RequestTexts): Promise<void> {
    const { failure, announcement } = texts;
    setBusyIds((current) => new Set(current).add(person.id));
    const done = await request;
    setBusyIds((current) => new Set([...current].filter((id) => id !== person.id)));
    if (!done.ok) notifyOfFailure({ action: failure, reason: done.error, name: person.name });
    else if (announcement) announce(announcement);
  }

  return { busyIds, run };
}
