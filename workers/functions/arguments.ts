import { z } from "zod";
import { ID_PATTERN, type UserId } from "#app/domain/ids.ts";
import { GIVEN_ROLES } from "#app/domain/permissions.ts";

// Arguments that several functions take.

export const roomIdOrUrl = z.string().min(1).max(100).describe("The room's id or url");

export function idOf<Id extends string>() {
  return z
    .string()
    .regex(ID_PATTERN)
    .transform((id) => id as Id);
}

export const userId = idOf<UserId>();

/** Lower-case hex. */
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export const givenRole = z.enum(GIVEN_ROLES);
