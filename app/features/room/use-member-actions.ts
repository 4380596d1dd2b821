import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { GrantableRole } from "#app/domain/access/permissions.ts";
import type { Person } from "#app/domain/accounts/person.ts";
import type { RoomId, UserId } from "#app/domain/ids.ts";
import type { Result } from "#app/domain/result.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { mutation } from "#app/server-client/functions.ts";
import { announce } from "#app/ui/announce.ts";
import { notify } from "#app/ui/notice-store.ts";

/** What can be done about somebody in a room. Refusals are told in a notice; the list follows the room's own word. */
export type MemberActions = {
  /** Who is being worked on. */
  readonly busy: ReadonlySet<UserId>;
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
  const errorText = useErrorText();
  const [busy, setBusy] = useState<ReadonlySet<UserId>>(new Set());

  async function run(person: Person, work: Promise<Result<unknown>>, said: string | null): Promise<void> {
    setBusy((now) => new Set(now).add(person.id));
    const done = await work;
    setBusy((now) => new Set([...now].filter((id) => id !== person.id)));
    if (!done.ok) notify({ title: person.name, message: errorText(done.error), variant: "error" });
    else if (said) announce(said);
  }

  const roleOf = (person: Person, role: GrantableRole) =>
    t("people:roleChanged", { name: person.name, role: t(`shell:role.${role}`) });
  const about = ({ id: userId }: Person) => ({ id: roomId, userId });
  return {
    busy,
    approve: (person, role = "participant") =>
      run(person, mutation("access.approve", { ...about(person), role }), roleOf(person, role)),
    reject: (person) => run(person, mutation("access.reject", about(person)), null),
    grantRole: (person, role) => run(person, mutation("members.add", { ...about(person), role }), roleOf(person, role)),
    changeRole: (person, role) => run(person, mutation("members.changeRole", { ...about(person), role }), roleOf(person, role)),
    makeOwner: (person) => run(person, mutation("members.transferOwnership", about(person)), null),
    remove: (person) => run(person, mutation("members.remove", about(person)), t("people:removed", { name: person.name })),
    leave: (person) => run(person, mutation("members.remove", about(person)), t("people:left")),
  };
}
