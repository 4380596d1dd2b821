import "@remix-run/cloudflare";
import type { Provider } from "#app/domain/accounts/provider.ts";
import type { Result } from "#app/domain/result.ts";
import type { Locale } from "#app/i18n/config.ts";
import type { SessionUser } from "#app/protocol/http.ts";
import type { CallError } from "#workers/api/dispatch.ts";
import type { FunctionArgs, FunctionName, FunctionValue } from "#workers/api/registry.ts";

declare module "@remix-run/cloudflare" {
  /** The context that the Worker passes to the loaders of pages. */
  interface AppLoadContext {
    /** Allows the inline scripts of the page. */
    readonly nonce: string;
    /** Error pages show it, and the server logs it. */
    readonly requestId: string;
    readonly origin: string;
    /** The language of the page. */
    readonly locale: Locale;
    /** The providers that this installation offers. */
    readonly providers: readonly Provider[];
    /** Whether pages have a DEV badge. */
    readonly isDevMode: boolean;
    user(): Promise<SessionUser | null>;
    /** Whether the visitor has the first account of an installation that has no superadmin. */
    isFirstWithoutSuperadmin(): Promise<boolean>;
    /** Logs an unexpected error. */
    report(error: unknown): void;
    /** Calls a backend function in process, as the visitor. */
    call<Name extends FunctionName>(name: Name, args: FunctionArgs<Name>): Promise<Result<FunctionValue<Name>, CallError>>;
  }
  interface Future {
    v3_singleFetch: true;
  }
}
