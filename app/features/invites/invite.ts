import type { GrantableRole } from "#app/domain/access/permissions.ts";
import type { InviteId, UserId } from "#app/domain/ids.ts";

/** A link that grants a role in a room. */
export type Invite = {
  readonly id: InviteId;
  /** The last part of the link. */
  readonly code: string;
  readonly role: GrantableRole;
  readonly createdBy: UserId;
  readonly expiresAtMs: number;
  readonly usesLeft: number;
};

export function toInviteAddress({ code }: Invite): string {
  return `${location.origin}/invite/${code}`;
}
