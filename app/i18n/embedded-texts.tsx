import { createContext, useContext } from "react";

const ELEMENT_ID = "page-texts";

/** On the server: the texts of the page as JSON. The browser never renders them, so its value stays empty. */
export const EmbeddedTextsContext = createContext("");

/** The texts of the page within its HTML: without a request of their own, the page is translated at once. */
export function EmbeddedTexts({ nonce }: { readonly nonce: string | undefined }) {
  const json = useContext(EmbeddedTextsContext);
  return (
    <script
      id={ELEMENT_ID}
      type="application/json"
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON of the app's own texts, without "<"
      dangerouslySetInnerHTML={{ __html: json }}
    />
  );
}

export function readEmbeddedTexts(): object {
  return JSON.parse(document.getElementById(ELEMENT_ID)?.textContent || "{}") as object;
}
