// Which addresses belong to Yandex Music.

export type YandexHosts = {
  /** The address of the API, without a slash at its end. */
  readonly api: string;
  readonly scheme: "https:" | "http:";
  /** Parses an address that the service or a browser names. Null unless it belongs to the service. */
  parse(address: string): URL | null;
};

const API = "https://api.music.yandex.net";
const DOMAINS: readonly string[] = ["yandex.net", "yandex.ru"];
const LOOPBACK_HOSTS: readonly string[] = ["127.0.0.1", "localhost"];

/**
 * With the API on a loopback address, for tests and development, only the origin of that address belongs to the service.
 * Throws for an API that belongs neither to the service nor to the loopback.
 */
export function createYandexHosts(api = API): YandexHosts {
  const { protocol, hostname, origin, href } = new URL(api);
  const isLoopback = protocol === "http:" && LOOPBACK_HOSTS.includes(hostname);
  const isOwn = (url: URL) => (isLoopback ? url.origin === origin : isYandex(url));
  const parse = (address: string) => {
    const url = tryParse(address);
    return url && isOwn(url) && !url.username && !url.password ? url : null;
  };
  if (!parse(api)) throw new Error("The API of Yandex Music has an address outside of its domains");
  return { api: href.replace(/\/$/, ""), scheme: isLoopback ? "http:" : "https:", parse };
}

function isYandex({ protocol, hostname, port }: URL): boolean {
  return protocol === "https:" && port === "" && DOMAINS.some((domain) => hostname.endsWith(`.${domain}`));
}

function tryParse(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    // not an address, so it is none of the service
    return null;
  }
}
