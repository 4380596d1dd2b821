import type { Lobby } from "#workers/lobby-object/lobby-object.ts";
import type { Room } from "#workers/room-object/room-object.ts";

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
    /** Of the applications that are registered with the providers. One without both is not offered. */
    readonly GOOGLE_CLIENT_ID?: string;
    readonly GOOGLE_CLIENT_SECRET?: string;
    readonly GITHUB_CLIENT_ID?: string;
    readonly GITHUB_CLIENT_SECRET?: string;
    readonly SPOTIFY_CLIENT_ID?: string;
    readonly SPOTIFY_CLIENT_SECRET?: string;
    /** For tests: `http://127.0.0.1:port` of a server that stands for all providers. Other hosts are refused. */
    readonly PROVIDER_LOOPBACK?: string;
    /** `https://tutti.example`: what links in mail begin with. Needed where a request may name any host, as locally. */
    readonly MAIL_LINK_ORIGIN?: string;
    /** `Tutti <hello@example.org>`: whom mail is from. Without it, or a way to send, mail stays in the outbox. */
    readonly MAIL_FROM?: string;
    /** Of a provider with an HTTP API like Resend's, and where it is if that is somewhere else. */
    readonly MAIL_API_KEY?: string;
    readonly MAIL_API_URL?: string;
    /** The platform's own way to send mail. */
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
