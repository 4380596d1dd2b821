import type { Lobby } from "./lobby/lobby-object.ts";
import type { Room } from "./room/room-object.ts";

declare global {
  interface Env {
    readonly DB: D1Database;
    readonly MEDIA: R2Bucket;
    readonly ROOM: DurableObjectNamespace<Room>;
    readonly LOBBY: DurableObjectNamespace<Lobby>;
    readonly ASSETS: Fetcher;
    /** Signs what must not be forged. At least 32 characters; `.dev.vars` locally, a secret on the platform. */
    readonly APP_SECRET: string;
    /** `allow`: links to this machine itself are fetched, for tests and for work on the code. Never on the platform. */
    readonly LINK_LOOPBACK?: string;
  }
  /** Set by Vite in `npm run dev` only. */
  interface ImportMeta {
    readonly env?: { readonly MODE: string };
  }
  namespace Cloudflare {
    interface Env extends globalThis.Env {}
  }
}
