/**
 * Lets the browser load the styles and the font of a page before its scripts. The server has rendered the first view, so that
 * it shows without the scripts. React has no such property for the preloads that Remix renders.
 */
export function lowerScriptPriority(page: Response): Response {
  return new HTMLRewriter()
    .on('link[rel="modulepreload"]', {
      element(link) {
        link.setAttribute("fetchpriority", "low");
      },
    })
    .transform(page);
}
