import { useState } from "react";
import type { GrantableRole } from "#app/domain/access/permissions.ts";
import type { Person } from "#app/domain/accounts/person.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { RoomId, UserId } from "#app/domain/ids.ts";
import type { Result } from "#app/domain/result.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { mutation } from "#app/server-client/functions.ts";
import { announce } from "#app/ui/announce.ts";
import { useOfferUndo } from "#app/ui/use-offer-undo.ts";
import { createGrantUndo, createRemovalUndo, createRoleUndo } from "./undo-role.ts";
import { useFailureNotice } from "./use-failure-notice.ts";
import type { RoomMember } from "./use-members.ts";

/**
 * Actions on the people of a room. Errors are shown in a notice, and so is the offer to undo an action. The room's updates
 * refresh the list of people.
 */
export type MemberActions = {
  /** The people with a pending action. */
  readonly busyIds: ReadonlySet<UserId>;
  approve(person: Person, role?: GrantableRole): Promise<void>;
  reject(person: Person): Promise<void>;
  grantRole(person: Person, role: GrantableRole): Promise<void>;
  changeRole(member: RoomMember, role: GrantableRole): Promise<void>;
  makeOwner(person: Person): Promise<void>;
  remove(member: RoomMember): Promise<void>;
  leave(person: Person): Promise<void>;
};

export function useMemberActions(roomId: RoomId): MemberActions {
  const { t } = useTranslation("people");
  const roleChanged = useRoleText();
  const { busyIds, run } = useMemberRequests();
  const args = ({ id: userId }: Person) => ({ id: roomId, userId });
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
        undo: () => createGrantUndo(args(person), role),
      }),
    changeRole: ({ person }, role) =>
      run(person, mutation("members.changeRole", { ...args(person), role }), {
        failure: "member-update-failed",
        announcement: roleChanged(person, role),
        undo: ({ former }) => createRoleUndo(args(person), former, role),
      }),
    makeOwner: (person) =>
      run(person, mutation("members.transferOwnership", args(person)), { failure: "member-update-failed" }),
    remove: ({ person }) =>
      run(person, mutation("members.remove", args(person)), {
        failure: "member-remove-failed",
        announcement: t("removed", { name: person.name }),
        undo: ({ former }) => createRemovalUndo(args(person), former),
      }),
    leave: (person) =>
      run(person, mutation("members.remove", args(person)), {
        failure: "member-leave-failed",
        announcement: t("left"),
      }),
  };
}

function useRoleText() {
  const { t } = useTranslation(["people", "shell"]);
  return ({ name }: Person, role: GrantableRole) => t("people:roleChanged", { name, role: t(`shell:role.${role}`) });
}

type RequestOptions<Value> = {
  /** The title of the notice of a failure. */
  readonly failure: ErrorCode;
  /** Spoken by screen readers after a success, and shown with the offer to undo. */
  readonly announcement?: string;
  /** Returns what undoes the request, from its answer; null if it cannot be undone. */
  readonly undo?: (answer: Value) => (() => Promise<ErrorCode | null>) | null;
};

function useMemberRequests() {
  const notifyOfFailure = useFailureNotice();
  const offerUndo = useOfferUndo();
  const [busyIds, setBusyIds] = useState<ReadonlySet<UserId>>(new Set());

  async function run<Value>(person: Person, request: Promise<Result<Value>>, options: RequestOptions<Value>): Promise<void> {
    const { failure, announcement } = options;
    setBusyIds((current) => new Set(current).add(person.id));
    const done = await request;
    setBusyIds((current) => new Set([...current].filter((id) => id !== person.id)));
    if (!done.ok) return void notifyOfFailure({ action: failure, reason: done.error, name: person.name });
    const undo = options.undo?.(done.value);
    if (announcement && undo) offerUndo({ title: announcement }, undo);
    else if (announcement) announce(announcement);
  }

  return { busyIds, run };
}
