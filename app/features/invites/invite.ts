import type { GrantableRole } from "#app/domain/access/permissions.ts";
import type { InviteId, UserId } from "#app/domain/ids.ts";

/** A link that lets people into a room, as the server gives it. */
export type Invite = {
  readonly id: InviteId;
  readonly code: string;
  readonly role: GrantableRole;
  readonly createdBy: UserId;
  readonly expiresAtMs: number;
  readonly usesLeft: number;
};

export function inviteAddress({ code }: Invite): string {
  return `${location.origin}/invite/${code}`;
}
