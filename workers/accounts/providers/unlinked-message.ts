import { PROVIDER_NAMES, type Provider } from "#app/domain/accounts/provider.ts";
import { account as accountEn } from "#app/i18n/en/account.ts";
import { account as accountRu } from "#app/i18n/ru/account.ts";
import type { RequestLocale } from "#workers/http/request-locale.ts";

const TEXTS: Record<RequestLocale, string> = { en: accountEn.links.wasUnlinked, ru: accountRu.links.wasUnlinked };

/** The sentence that reports a provider as unlinked, as the account dialog shows it. */
export function unlinkedMessage(provider: Provider, locale: RequestLocale): string {
  return TEXTS[locale].replace("{{provider}}", PROVIDER_NAMES[provider]);
}
