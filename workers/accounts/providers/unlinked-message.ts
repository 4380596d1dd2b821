import { PROVIDER_NAMES, type Provider } from "#app/domain/accounts/provider.ts";
import type { Locale } from "#app/i18n/config.ts";
import { account as accountEn } from "#app/i18n/en/account.ts";
import { account as accountRu } from "#app/i18n/ru/account.ts";

const TEXTS: Record<Locale, string> = { en: accountEn.links.wasUnlinked, ru: accountRu.links.wasUnlinked };

/** The sentence that reports a provider as unlinked, as the account dialog shows it. */
export function unlinkedMessage(provider: Provider, locale: Locale): string {
  return TEXTS[locale].replace("{{provider}}", PROVIDER_NAMES[provider]);
}
