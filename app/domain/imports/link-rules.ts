import { fail, ok, type Result } from "#app/domain/result.ts";
import { toSingleLine } from "#app/domain/text/single-line.ts";

/** Why the server does not fetch what a link names. */
export type LinkRefusal =
  /** No web address, or one whose host cannot have such a name. */
  | "not-a-link"
  /** Neither http nor https. */
  | "protocol-refused"
  /** A user or a password stands in it. */
  | "has-credentials"
  | "port-refused"
  /** The machine itself that would fetch it. */
  | "loopback-host"
  /** Known in a private network only, or an address that is nobody's. */
  | "private-host"
  /** A page of a music service, which is no file. */
  | "service-page";

/** What is read of an address here. The language alone has no `URL`; each platform's own has this and more. */
type Address = Readonly<Record<"protocol" | "username" | "password" | "hostname" | "port" | "pathname", string>>;
declare global {
  interface URL extends Address {}
}
declare const URL: new (text: string) => URL;

/** What every server should bear (RFC 9110 §4.1). */
const LINK_CHARS_MAX = 8000;

/**
 * A link that a person gave, if a server may fetch it. Its text alone is judged: where a name leads to is known by
 * whoever connects.
 */
export function parseLink(text: string): Result<URL, LinkRefusal> {
  const url = readUrl(text.trim());
  if (!url) return fail("not-a-link");
  const refusal = judgeUrl(url);
  return refusal ? fail(refusal) : ok(url);
}

/** What a server's `Content-Type` is worth: "unknown" may be audio, as the bytes will tell; "refused" is something else. */
export function judgeContentType(header: string | null): "audio" | "unknown" | "refused" {
  const [type = ""] = (header ?? "").toLowerCase().split(/[;,]/);
  if (UNKNOWN_TYPES.has(type.trim())) return "unknown";
  return AUDIO_TYPE.test(type.trim()) ? "audio" : "refused";
}

/** What to call the file: as the server says (RFC 6266), else as the link ends, else by the host. Never with a path. */
export function fileNameFromLink({ pathname, hostname }: URL, contentDisposition: string | null): string {
  const segment = pathname.split("/").findLast((part) => part !== "") ?? "";
  return nameFromHeader(contentDisposition ?? "") || cleanName(percentDecoded(segment) ?? segment) || hostname;
}

const UNKNOWN_TYPES = new Set(["", "application/octet-stream", "binary/octet-stream", "application/force-download"]);
/** Some servers know containers by their other use only. */
const AUDIO_TYPE = /^(audio\/[\w.+-]+|application\/ogg|video\/(mp4|ogg))$/;

function readUrl(text: string): URL | null {
  // the parser drops line breaks, which would make one address of two lines
  if (text.length > LINK_CHARS_MAX || /\p{Cc}/u.test(text)) return null;
  try {
    return new URL(text);
  } catch {
    // the parser refuses in no other way
    return null;
  }
}

/** Below are the ports of mail, files and shells, and those of the web. */
const FREE_PORT_MIN = 1024;

function judgeUrl({ protocol, username, password, port, hostname }: URL): LinkRefusal | null {
  if (protocol !== "http:" && protocol !== "https:") return "protocol-refused";
  if (username !== "" || password !== "") return "has-credentials";
  if (!["", "80", "443"].includes(port) && Number(port) < FREE_PORT_MIN) return "port-refused";
  const host = hostname.replace(/\.$/, "");
  const address = readAddress(host);
  return address === null ? judgeName(host) : judgeAddress(address);
}

/** RFC 1123 §2.1, and the underscore that some hosts have nevertheless. */
const HOST_NAME = /^(?=.{1,253}$)[\w-]{1,63}(\.[\w-]{1,63})*$/;

/** RFC 6762 §3 and appendix G, RFC 7686, RFC 8375, and what routers and systems call their own. */
const PRIVATE_NAMES = ["local", "internal", "intranet", "lan", "home", "corp", "private", "localdomain", "home.arpa", "onion"];

const SERVICE_NAMES = [
  ...["open.spotify.com", "play.spotify.com", "spotify.link", "spotify.app.link"],
  ...["music.apple.com", "itunes.apple.com", "podcasts.apple.com"],
  ...["youtube.com", "youtube-nocookie.com", "youtu.be", "soundcloud.app.goo.gl"],
  ...["deezer.com", "deezer.page.link", "tidal.com", "qobuz.com", "pandora.com", "napster.com", "mixcloud.com"],
  ...["bandcamp.com", "audiomack.com", "zvuk.com", "music.vk.com", "shazam.com", "song.link", "album.link", "odesli.co"],
];
/** Two have a host in many countries; of the third, `feeds.` gives out files. */
const SERVICE_PATTERN = /(^|\.)music\.(yandex|amazon)\.[a-z]{2,3}(\.[a-z]{2})?$|^((www|m|on)\.)?soundcloud\.com$/;

function judgeName(host: string): LinkRefusal | null {
  if (!HOST_NAME.test(host)) return "not-a-link";
  if (isUnder(host, ["localhost"])) return "loopback-host";
  if (!host.includes(".") || isUnder(host, PRIVATE_NAMES)) return "private-host";
  return isUnder(host, SERVICE_NAMES) || SERVICE_PATTERN.test(host) ? "service-page" : null;
}

function isUnder(host: string, names: readonly string[]): boolean {
  return names.some((name) => host === name || host.endsWith(`.${name}`));
}

/** An IPv4 address is counted as the IPv6 one that it maps to (RFC 4291 §2.5.5.2). */
type Network = { readonly prefix: bigint; readonly hostBits: bigint };

const IPV4 = networkOf("[::ffff:0:0]/96");
const LOOPBACK = ["127.0.0.0/8", "[::1]/128"].map(networkOf);
/** All that is handed out for the open net (RFC 4291 §2.4)… */
const PUBLIC = [IPV4, networkOf("[2000::]/3")];
/** …but for what IANA's registries of special-purpose addresses keep back (RFC 6890), and multicast (RFC 5771). */
const RESERVED = [
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24"],
  ...["192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"],
  ...["[2001::]/23", "[2001:db8::]/32", "[3fff::]/20"],
].map(networkOf);
/** An IPv4 address stands inside, so many bits from the end: NAT64 (RFC 6052), 6to4 (RFC 3056). */
const CARRIERS = [
  { ...networkOf("[64:ff9b::]/96"), behindBits: 0n },
  { ...networkOf("[2002::]/16"), behindBits: 80n },
];

function judgeAddress(address: bigint): LinkRefusal | null {
  const isIn = ({ prefix, hostBits }: Network) => address >> hostBits === prefix;
  const carrier = CARRIERS.find(isIn);
  if (carrier) return judgeAddress((IPV4.prefix << 32n) | ((address >> carrier.behindBits) & 0xffffffffn));
  if (LOOPBACK.some(isIn)) return "loopback-host";
  return PUBLIC.some(isIn) && !RESERVED.some(isIn) ? null : "private-host";
}

function networkOf(text: string): Network {
  const [host = "", bits = ""] = text.split("/");
  const hostBits = BigInt((host.startsWith("[") ? 128 : 32) - Number(bits));
  return { prefix: (readAddress(host) ?? 0n) >> hostBits, hostBits };
}

/**
 * The number of an address literal, null for a name. The URL parser has made one spelling of all (WHATWG URL §3.5): four
 * decimal bytes, or hexadecimal groups in brackets with one run of zeros left out.
 */
function readAddress(host: string): bigint | null {
  const bytes = /^(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(host)?.slice(1);
  if (bytes) return bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0xffffn);
  if (!host.startsWith("[")) return null;
  const [before = [], after = []] = host
    .slice(1, -1)
    .split("::", 2)
    .map((half) => half.split(":").filter(Boolean));
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => "0");
  return [...before, ...zeros, ...after].reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n);
}

const PARAMETER = /;\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]*))/g;

function nameFromHeader(header: string): string {
  const values = new Map<string, string>();
  for (const [, key = "", quoted, bare = ""] of `;${header}`.matchAll(PARAMETER)) {
    const value = quoted?.replace(/\\(["\\])/g, "$1") ?? bare.trim();
    if (!values.has(key.toLowerCase())) values.set(key.toLowerCase(), value);
  }
  const plain = asUtf8(values.get("filename") ?? "");
  return cleanName(readExtended(values.get("filename*") ?? "")) || cleanName(percentDecoded(plain) ?? plain);
}

/** `charset'language'text`, in the two character sets of RFC 5987 §3.2. Empty where it is none of these. */
function readExtended(value: string): string {
  const [, charset = "", text = ""] = /^(utf-8|iso-8859-1)'[^']*'(.*)$/i.exec(value) ?? [];
  if (charset.toLowerCase() === "utf-8") return percentDecoded(text) ?? "";
  return text.replace(/%([\da-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Many servers write UTF-8 as it is; some platforms hand it on as one character a byte. */
function asUtf8(text: string): string {
  return percentDecoded(text.replace(/[%\u0080-\u00ff]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)) ?? text;
}

function percentDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    // no percent-encoded UTF-8
    return null;
  }
}

const NAME_CHARS_MAX = 255;

/** The last part of a path, as people see it; cut in front of its extension. */
function cleanName(raw: string): string {
  const name = toSingleLine(raw.replace(/^.*[\\/]/s, ""));
  if (/^\.*$/.test(name)) return "";
  if (name.length <= NAME_CHARS_MAX) return name;
  const extension = /\.[^.\s]{1,5}$/.exec(name)?.[0] ?? "";
  const stem = name.slice(0, NAME_CHARS_MAX - extension.length).replace(/[\ud800-\udbff]$/, "");
  return `${stem}${extension}`;
}
