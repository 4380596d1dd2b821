import { z } from "zod";
import type { RoomId, UserId } from "#app/domain/ids.ts";
import { type RoomInfo, VISIBILITIES } from "#app/domain/room/room.ts";
import { type Device, deviceSchema, personSchema } from "#workers/room-object/connections.ts";
import type { RoomNews } from "./room-metadata.ts";

/**
 * What the Worker, which has checked it, tells a room about somebody at the door: a device that comes in, or somebody
 * who waits at the gate. Nobody else reaches a room's object.
 */
export type Entrance = RoomNews & ({ readonly device: Device } | { readonly waiting: UserId });

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
const entranceSchema: z.ZodType<Entrance> = z.union([
  z.object({ ...common, device: deviceSchema }),
  z.object({ ...common, waiting: z.string().transform((id) => id as UserId) }),
]);

export function withEntrance(request: Request, entrance: Entrance): Request {
  const headers = new Headers(request.headers);
  // header values are bytes: names in other scripts go escaped
  headers.set(HEADER, encodeURIComponent(JSON.stringify(entrance)));
  headers.delete("Cookie");
  return new Request(request, { headers });
}

export function readEntrance(request: Request): Entrance {
  return entranceSchema.parse(JSON.parse(decodeURIComponent(request.headers.get(HEADER) ?? "")));
}
