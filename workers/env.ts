import type { LiveQueries } from "#workers/live-object/live-queries.ts";
import type { Lobby } from "#workers/lobby-object/lobby-object.ts";
import type { Room } from "#workers/room-object/room-object.ts";

declare global {
  interface Env {
    readonly DB: D1Database;
    readonly MEDIA: R2Bucket;
    readonly ROOM: DurableObjectNamespace<Room>;
    readonly LOBBY: DurableObjectNamespace<Lobby>;
    readonly LIVE: DurableObjectNamespace<LiveQueries>;
    readonly ASSETS: Fetcher;
    /** Signs grants, invites and cookies, and encrypts stored mail. At least 32 characters. */
    readonly APP_SECRET: string;
    /** Opens `/healthz` and `/metrics` to a scraper that sends it as a bearer token. Without it, only superadmins can. */
    readonly OPERATOR_TOKEN?: string;
    /** Derives keys from passwords in threads of its own. Self-hosted servers have it. */
    readonly PASSWORD_HASHER?: Fetcher;
    /** `true`: the header of all pages has a DEV badge. For installations where things are tried out. */
    readonly DEV_MODE?: string;
    /** How many GB each person may store. Default: 50. */
    readonly STORAGE_GB_PER_PERSON?: string;
    /** `allow`: imports may fetch loopback addresses. For tests and development only. */
    readonly LINK_LOOPBACK?: string;
    /** The OAuth clients that are registered with the providers. A provider is offered only if both values are set. */
    readonly GOOGLE_CLIENT_ID?: string;
    readonly GOOGLE_CLIENT_SECRET?: string;
    readonly GITHUB_CLIENT_ID?: string;
    readonly GITHUB_CLIENT_SECRET?: string;
    readonly SPOTIFY_CLIENT_ID?: string;
    readonly SPOTIFY_CLIENT_SECRET?: string;
    /** Signs requests for lossless files of Yandex Music. Without it, files have the best lossy format of the account. */
    readonly YANDEX_FILE_KEY?: string;
    /** On a self-hosted server: answers 507 while its disk is so full that large files are refused. */
    readonly DISK?: Fetcher;
    /** Reaches private networks too. Only if the operator allows people to connect music servers there. */
    readonly PRIVATE_NETWORK?: Fetcher;
    /** For tests: `http://127.0.0.1:port`, a server that imitates all providers. Other hosts are ignored. */
    readonly PROVIDER_LOOPBACK?: string;
    /** For tests: `http://127.0.0.1:port`, a server that imitates the streaming services. Other hosts are ignored. */
    readonly MUSIC_LOOPBACK?: string;
    /** The origin that browsers use, such as `https://tutti.example`, for a server behind a proxy. */
    readonly PUBLIC_ORIGIN?: string;
    /** `refuse`: only the public origin, addresses and private names are answered. `scripts/server.mjs` sets it. */
    readonly FOREIGN_HOSTS?: string;
    /** The origin of links in mail, such as `https://tutti.example`. Default: `PUBLIC_ORIGIN`. */
    readonly MAIL_LINK_ORIGIN?: string;
    /** The sender of mail, such as `Tutti <hello@example.org>`. Without it or a mail transport, mail stays in the outbox. */
    readonly MAIL_FROM?: string;
    /** The key of an HTTP mail API compatible with Resend's, and its URL if it is not Resend's. */
    readonly MAIL_API_KEY?: string;
    readonly MAIL_API_URL?: string;
    /** The platform's mail transport, used if there is no API key. */
    readonly MAIL?: SendEmail;
    /** `allow`: the password reset form reveals that a username or address does not exist. */
    readonly RESET_REVEALS_MISSING?: string;
  }
  /** Set by Vite in `npm run dev` only. */
  interface ImportMeta {
    readonly env?: { readonly MODE: string };
  }
  namespace Cloudflare {
    interface Env extends globalThis.Env {}
  }
}
