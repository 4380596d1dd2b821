import { RemixBrowser } from "@remix-run/react";
import i18next from "i18next";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { i18nConfig, isLocale } from "#app/i18n/config.ts";
import { loadLocaleTexts, loadPageTexts } from "#app/i18n/load-texts.ts";
import { FIRST_LOCATION, PageRequestContext, REQUEST_ID_META } from "#app/ui/request-id.ts";

async function hydrate(): Promise<void> {
  const { lang } = document.documentElement;
  const locale = isLocale(lang) ? lang : "en";
  await i18next.use(initReactI18next).init({ ...i18nConfig, lng: locale, resources: {} });
  await Promise.all([loadLocaleTexts(i18next, locale), loadPageTexts(i18next, location.pathname)]);
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <PageRequestContext.Provider value={{ id: readRequestId(), locationKey: readLocationKey() }}>
          <I18nextProvider i18n={i18next}>
            <RemixBrowser />
          </I18nextProvider>
        </PageRequestContext.Provider>
      </StrictMode>,
    );
  });
}

function readRequestId(): string | null {
  return document.querySelector<HTMLMetaElement>(`meta[name="${REQUEST_ID_META}"]`)?.content ?? null;
}

/** Remix's scroll restoration gives the location a key before the page is hydrated. */
function readLocationKey(): string {
  return (history.state as { readonly key?: string } | null)?.key ?? FIRST_LOCATION;
}

void hydrate();
