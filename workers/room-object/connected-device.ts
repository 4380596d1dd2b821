import type { Connection } from "#app/domain/access/connection.ts";

/** A device with its open connection. */
export type ConnectedDevice = { readonly socket: WebSocket; readonly connection: Connection };
