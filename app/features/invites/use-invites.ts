import { useCallback, useEffect, useState } from "react";
import type { GrantableRole } from "#app/domain/access/permissions.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { InviteId, RoomId } from "#app/domain/ids.ts";
import { ok, type Result } from "#app/domain/result.ts";
import { mutation, query } from "#app/server-client/functions.ts";
import type { Invite } from "./invite.ts";

export type InviteTerms = { readonly role: GrantableRole; readonly expiresInMs: number; readonly uses: number };

export type Invites =
  | { readonly status: "loading" }
  | { readonly status: "failed"; readonly error: ErrorCode }
  | { readonly status: "ready"; readonly invites: readonly Invite[] };

type InvitesOfRoom = {
  readonly known: Invites;
  load(): Promise<void>;
  make(terms: InviteTerms): Promise<Result<Invite>>;
  revoke(id: InviteId): Promise<Result<null>>;
};

/** The links of a room that are good, for who may make some; the newest first. */
export function useInvites(roomId: RoomId, mayInvite: boolean): InvitesOfRoom {
  const [known, setKnown] = useState<Invites>({ status: "loading" });

  const load = useCallback(async () => {
    setKnown({ status: "loading" });
    const listed = await query("invites.list", { id: roomId });
    setKnown(
      listed.ok ? { status: "ready", invites: listed.value.invites.toReversed() } : { status: "failed", error: listed.error },
    );
  }, [roomId]);

  useEffect(() => {
    if (mayInvite) void load();
  }, [mayInvite, load]);

  const change = (next: (invites: readonly Invite[]) => readonly Invite[]) =>
    setKnown((now) => (now.status === "ready" ? { ...now, invites: next(now.invites) } : now));

  return {
    known,
    load,
    async make(terms) {
      const made = await mutation("invites.create", { id: roomId, ...terms });
      if (made.ok) change((invites) => [made.value, ...invites]);
      return made;
    },
    async revoke(inviteId) {
      const revoked = await mutation("invites.revoke", { id: roomId, inviteId });
      // somebody else was faster, or it has run out: it is gone in any case
      if (!revoked.ok && revoked.error !== "invite-gone") return revoked;
      change((invites) => invites.filter(({ id }) => id !== inviteId));
      return ok(null);
    },
  };
}
