import { useNonce } from "./nonce.ts";
import { THEME_COLORS, THEME_SCRIPT } from "./theme.ts";

/** Applies the theme before the first paint. Belongs into the head of the document. */
export function ThemeScript() {
  const nonce = useNonce();
  return (
    <>
      {/* the script replaces the color before the page is hydrated */}
      <meta name="theme-color" content={THEME_COLORS.light} suppressHydrationWarning />
      <script
        nonce={nonce}
        suppressHydrationWarning
        // it runs only from the server's HTML, so the browser's build does not contain it
        // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant, allowed by the nonce
        dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? THEME_SCRIPT : "" }}
      />
    </>
  );
}
