import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { isLocale } from "#app/i18n/config.ts";
import { readEmbeddedTexts } from "#app/i18n/embedded-texts.tsx";
import { showEmbeddedTexts } from "#app/i18n/load-texts.ts";
import { pageTexts } from "#app/i18n/page-texts.ts";
import { TextStoreContext } from "#app/i18n/use-translation.ts";
import { FIRST_LOCATION, PageRequestContext, REQUEST_ID_META } from "#app/ui/request-id.ts";

const { lang } = document.documentElement;
showEmbeddedTexts(isLocale(lang) ? lang : "en", location.pathname, readEmbeddedTexts());

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <PageRequestContext.Provider value={{ id: readRequestId(), locationKey: readLocationKey() }}>
        <TextStoreContext.Provider value={pageTexts}>
          <RemixBrowser />
        </TextStoreContext.Provider>
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
