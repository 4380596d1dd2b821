import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { isLocale } from "#app/i18n/config.ts";
import { readEmbeddedTexts } from "#app/i18n/embedded-texts.tsx";
import { showEmbeddedTexts } from "#app/i18n/load-texts.ts";
import { pageI18n } from "#app/i18n/page-i18n.ts";
import { FIRST_LOCATION, PageRequestContext, REQUEST_ID_META } from "#app/ui/request-id.ts";

const { lang } = document.documentElement;
showEmbeddedTexts(isLocale(lang) ? lang : "en", location.pathname, readEmbeddedTexts());

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <PageRequestContext.Provider value={{ id: readRequestId(), locationKey: readLocationKey() }}>
        <I18nextProvider i18n={pageI18n}>
          <RemixBrowser />
        </I18nextProvider>
      </PageRequestContext.Provider>
    </StrictMode>,
  );
});

function readRequestId(): string | null {
  return document.querySelector<HTMLMetaElement>(`meta[name="${REQUEST_ID_META}"]`)?.content ?? null;
}

/** Remix's scroll restoration gives the location a key before the page is hydrated. */
function readLocationKey(): string {
  return (history.state as { readonly key?: string } | null)?.key ?? FIRST_LOCATION;
}
