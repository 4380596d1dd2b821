import { useState } from "react";
import type { GrantableRole } from "#app/domain/access/permissions.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { InviteId, RoomId } from "#app/domain/ids.ts";
import { ok, type Result } from "#app/domain/result.ts";
import { useLatestLoad } from "#app/lib/use-latest.ts";
import { mutation, query } from "#app/server-client/functions.ts";
import type { Invite } from "./invite.ts";

export type InviteTerms = { readonly role: GrantableRole; readonly expiresInMs: number; readonly uses: number };

export type InviteList =
  | { readonly status: "loading" }
  | { readonly status: "failed"; readonly error: ErrorCode }
  | { readonly status: "ready"; readonly invites: readonly Invite[] };

export type RoomInvites = {
  /** The newest first. */
  readonly list: InviteList;
  reload(): void;
  create(terms: InviteTerms): Promise<Result<Invite>>;
  /** Also succeeds if the link no longer exists. */
  revoke(id: InviteId): Promise<Result<null>>;
};

/** The valid invite links of a room. Nothing is loaded for a user who cannot create links. */
export function useInvites(roomId: RoomId, canInvite: boolean): RoomInvites {
  const { list, setList, reload } = useInviteList(roomId, canInvite);
  const update = (change: (invites: readonly Invite[]) => readonly Invite[]) =>
    setList((current) => (current.status === "ready" ? { ...current, invites: change(current.invites) } : current));

  return {
    list,
    reload,
    async create(terms) {
      const created = await mutation("invites.create", { id: roomId, ...terms });
      if (created.ok) update((invites) => [created.value, ...invites]);
      return created;
    },
    async revoke(inviteId) {
      const revoked = await mutation("invites.revoke", { id: roomId, inviteId });
      // a link that another admin revoked first, or that has expired, is removed all the same
      if (!revoked.ok && revoked.error !== "invite-not-found") return revoked;
      update((invites) => invites.filter(({ id }) => id !== inviteId));
      return ok(null);
    },
  };
}

function useInviteList(roomId: RoomId, canInvite: boolean) {
  const [list, setList] = useState<InviteList>({ status: "loading" });
  const [reloadCount, setReloadCount] = useState(0);
  useLatestLoad({
    key: canInvite ? `${roomId} ${reloadCount}` : null,
    load: () => {
      setList({ status: "loading" });
      return query("invites.list", { id: roomId });
    },
    apply: (listed) =>
      setList(
        listed.ok ? { status: "ready", invites: listed.value.invites.toReversed() } : { status: "failed", error: listed.error },
      ),
  });
  return { list, setList, reload: () => setReloadCount(reloadCount + 1) };
}
