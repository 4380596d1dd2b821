import { z } from "zod";
import type { RoomId } from "#app/domain/ids.ts";
import type { RoomInfo } from "#app/domain/room.ts";
import { type Device, deviceSchema, personSchema } from "./devices.ts";

/** What the Worker, which has checked it, tells a room about somebody at the door. Nobody else reaches a room's object. */
export type Entrance = { readonly info: RoomInfo; readonly device: Device };

const HEADER = "X-Tutti-Entrance";

const entranceSchema: z.ZodType<Entrance> = z.object({
  info: z.object({
    id: z.string().transform((id) => id as RoomId),
    name: z.string(),
    url: z.string(),
    owner: personSchema,
  }),
  device: deviceSchema,
});

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
