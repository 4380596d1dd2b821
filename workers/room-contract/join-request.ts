import { z } from "zod";
import type { RoomId, UserId } from "#app/domain/ids.ts";
import { type RoomInfo, VISIBILITIES } from "#app/domain/room/room.ts";
import { type Connection, connectionSchema, personSchema } from "#workers/room-object/connections.ts";
import type { RoomMetadata } from "./room-metadata.ts";

/**
 * What the Worker, which has checked it, tells a room about somebody at the door: a device that comes in, or somebody
 * who waits at the gate. Nobody else reaches a room's object.
 */
export type JoinRequest = RoomMetadata & ({ readonly connection: Connection } | { readonly waiting: UserId });

const HEADER = "X-Tutti-Entrance";

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
});
const common = { info: infoSchema, epochs: z.object({ accessEpoch: z.number(), mediaEpoch: z.number() }) };
const joinRequestSchema: z.ZodType<JoinRequest> = z.union([
  z.object({ ...common, connection: connectionSchema }),
  z.object({ ...common, waiting: z.string().transform((id) => id as UserId) }),
]);

export function withJoinRequest(request: Request, joinRequest: JoinRequest): Request {
  const headers = new Headers(request.headers);
  // header values are bytes: names in other scripts go escaped
  headers.set(HEADER, encodeURIComponent(JSON.stringify(joinRequest)));
  headers.delete("Cookie");
  return new Request(request, { headers });
}

export function parseJoinRequest(request: Request): JoinRequest {
  return joinRequestSchema.parse(JSON.parse(decodeURIComponent(request.headers.get(HEADER) ?? "")));
}
