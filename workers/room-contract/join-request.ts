import { z } from "zod";
import type { Connection } from "#app/domain/access/connection.ts";
import { ROLES } from "#app/domain/access/permissions.ts";
import type { Person } from "#app/domain/accounts/person.ts";
import type { DeviceId, RoomId, UserId } from "#app/domain/ids.ts";
import { type RoomInfo, VISIBILITIES } from "#app/domain/room/room.ts";
import { SKIP_VOTE_SHARES } from "#app/domain/room/skip-vote-share.ts";
import type { RoomMetadata } from "./room-metadata.ts";

/**
 * The result of the checks that the Worker makes before it forwards a WebSocket request to a room object: either the
 * connection is admitted, or its user has no access and waits for it. Only the Worker can reach a room object.
 */
export type JoinRequest = RoomMetadata & {
  /** The client's IP address, for limits. */
  readonly address: string;
} & ({ readonly connection: Connection } | { readonly waiting: UserId });

const HEADER = "X-Tutti-Join";

const personSchema: z.ZodType<Person> = z.object({
  id: z.string().transform((id) => id as UserId),
  name: z.string(),
  avatar: z.string(),
});

export const connectionSchema: z.ZodType<Connection> = z.object({
  deviceId: z.string().transform((id) => id as DeviceId),
  person: personSchema.nullable(),
  guestName: z.string().nullable(),
  sessionId: z.string().nullable(),
  role: z.enum(ROLES).nullable(),
  joinedAtMs: z.number(),
  roundTripMs: z.number().nullable(),
  mediaUntilMs: z.number(),
  mediaEpoch: z.number(),
  accessUntilMs: z.number().nullable(),
});

const infoSchema: z.ZodType<RoomInfo> = z.object({
  id: z.string().transform((id) => id as RoomId),
  name: z.string(),
  description: z.string(),
  url: z.string(),
  visibility: z.enum(VISIBILITIES),
  hasPassword: z.boolean(),
  owner: personSchema,
  isFair: z.boolean(),
  isLeveled: z.boolean(),
  skipVoteShare: z.literal(SKIP_VOTE_SHARES).nullable(),
  hasQueueVotes: z.boolean(),
  guestsMayControl: z.boolean(),
  guestsMayAdd: z.boolean(),
});

const metadata = {
  address: z.string(),
  info: infoSchema,
  epochs: z.object({ accessEpoch: z.number(), mediaEpoch: z.number() }),
};

const joinRequestSchema: z.ZodType<JoinRequest> = z.union([
  z.object({ ...metadata, connection: connectionSchema }),
  z.object({ ...metadata, waiting: z.string().transform((id) => id as UserId) }),
]);

/** The request as it is forwarded to the room object: with the join request in a header, and without cookies. */
export function withJoinRequest(request: Request, joinRequest: JoinRequest): Request {
  const headers = new Headers(request.headers);
  // header values are bytes, so names in other scripts are escaped
  headers.set(HEADER, encodeURIComponent(JSON.stringify(joinRequest)));
  headers.delete("Cookie");
  return new Request(request, { headers });
}

export function parseJoinRequest(request: Request): JoinRequest {
  return joinRequestSchema.parse(JSON.parse(decodeURIComponent(request.headers.get(HEADER) ?? "")));
}
