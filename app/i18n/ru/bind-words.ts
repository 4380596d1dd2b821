const SHORT_WORDS = /(^|[\s(«])(в|во|к|ко|с|со|о|об|у|и|а|на|за|по|из|от|до|не|ни) /giu;
const UNITS = /(\d|\}\}) (мс|с|ч|мин|МБ|ГБ|символ)/gu;

type Texts = { readonly [key: string]: string | Texts };

/** Russian typography: inserts no-break spaces between a number and its unit and after short words. */
export function bindWords<T extends Texts>(texts: T): T {
  const bound = Object.entries(texts).map(([key, text]) => [key, typeof text === "string" ? bind(text) : bindWords(text)]);
  // the mapping preserves the keys and the nesting
  return Object.fromEntries(bound) as T;
}

function bind(text: string): string {
  // twice, because matches do not overlap: two short words in a row share the space between them
  return [1, 2].reduce((line) => line.replace(SHORT_WORDS, "$1$2\u00a0"), text).replace(UNITS, "$1\u00a0$2");
}
