import { fail, ok, type Result } from "#app/domain/result.ts";
import { percentDecode } from "#app/domain/text/percent-decode.ts";
import { toSingleLine } from "#app/domain/text/single-line.ts";
import { importLimits } from "./import-limits.ts";
import { findServiceOfHost } from "./service-links.ts";
import SPECIAL_NETWORKS from "./special-networks.json" with { type: "json" };

/** Why the server refuses to download from a link. */
export type LinkError =
  /** Not a URL, or one with an invalid host name. */
  | "not-a-link"
  /** Neither http nor https. */
  | "protocol-refused"
  /** The URL contains a user name or a password. */
  | "has-credentials"
  | "port-refused"
  /** The machine that downloads. */
  | "loopback-host"
  /** A name of a private network, or an address that is private or reserved. */
  | "private-host"
  /** A page of a music service, which is not a file. */
  | "service-page";

/** The part of `URL` that this file uses. The language itself has no `URL`; every platform declares its own. */
type Address = Readonly<Record<"protocol" | "username" | "password" | "hostname" | "port" | "pathname", string>>;
declare global {
  interface URL extends Address {}
}
declare const URL: new (text: string) => URL;

/**
 * Parses a link from which the server may download. Only the text is checked: the code that connects has to check the
 * addresses to which a host name resolves.
 */
export function parseLink(text: string): Result<URL, LinkError> {
  const url = parseUrl(text.trim());
  if (!url) return fail("not-a-link");
  const error = checkUrl(url);
  return error ? fail(error) : ok(url);
}

/** Classifies a `Content-Type` header. An "unknown" type may be audio, which the bytes will show; "refused" is not. */
export function classifyContentType(header: string | null): "audio" | "unknown" | "refused" {
  const [type = ""] = (header ?? "").toLowerCase().split(/[;,]/);
  if (UNKNOWN_TYPES.has(type.trim())) return "unknown";
  return AUDIO_TYPE.test(type.trim()) ? "audio" : "refused";
}

/** The file name without folders: from `Content-Disposition` (RFC 6266), else from the end of the URL, else the host. */
export function fileNameFromLink({ pathname, hostname }: URL, contentDisposition: string | null): string {
  const segment = pathname.split("/").findLast((part) => part !== "") ?? "";
  return nameFromHeader(contentDisposition ?? "") || toFileName(percentDecode(segment) ?? segment) || hostname;
}

const UNKNOWN_TYPES = new Set(["", "application/octet-stream", "binary/octet-stream", "application/force-download"]);
/** Some servers send the video type of a container that also holds audio. */
const AUDIO_TYPE = /^(audio\/[\w.+-]+|application\/ogg|video\/(mp4|ogg))$/;

function parseUrl(text: string): URL | null {
  // the URL parser removes line breaks and would join two lines into one URL
  if (text.length > importLimits.linkChars || /\p{Cc}/u.test(text)) return null;
  try {
    return new URL(text);
  } catch {
    // the constructor throws only for an invalid URL
    return null;
  }
}

/** Except for the web's own ports, the ports below belong to system services such as mail, file sharing and shells. */
const FREE_PORT_MIN = 1024;

/** Whether a host name belongs to this machine or to a private network: public DNS does not have it. */
export function isPrivateName(host: string): boolean {
  return !host.includes(".") || isInDomain(host, ["localhost", ...PRIVATE_NAMES]);
}

function checkUrl({ protocol, username, password, port, hostname }: URL): LinkError | null {
  if (protocol !== "http:" && protocol !== "https:") return "protocol-refused";
  if (username !== "" || password !== "") return "has-credentials";
  if (!["", "80", "443"].includes(port) && Number(port) < FREE_PORT_MIN) return "port-refused";
  const host = hostname.replace(/\.$/, "");
  const address = parseAddress(host);
  return address === null ? checkHostName(host) : checkAddress(address);
}

/** RFC 1123 §2.1, and the underscore, which some hosts use against the standard. */
const HOST_NAME = /^(?=.{1,253}$)[\w-]{1,63}(\.[\w-]{1,63})*$/;

/** RFC 6762 §3 and appendix G, RFC 7686, RFC 8375, and names that routers and operating systems use. */
const PRIVATE_NAMES = ["local", "internal", "intranet", "lan", "home", "corp", "private", "localdomain", "home.arpa", "onion"];

/** Services other than those of `findServiceOfHost`. */
const SERVICE_NAMES = [
  ...["music.apple.com", "itunes.apple.com", "podcasts.apple.com"],
  ...["youtube.com", "youtube-nocookie.com", "youtu.be", "soundcloud.app.goo.gl"],
  ...["deezer.com", "deezer.page.link", "tidal.com", "qobuz.com", "pandora.com", "napster.com", "mixcloud.com"],
  ...["bandcamp.com", "audiomack.com", "zvuk.com", "music.vk.com", "shazam.com", "song.link", "album.link", "odesli.co"],
];
/** Amazon has a host per country. SoundCloud serves files from `feeds.soundcloud.com`, which is allowed. */
const SERVICE_PATTERN = /(^|\.)music\.amazon\.[a-z]{2,3}(\.[a-z]{2})?$|^((www|m|on)\.)?soundcloud\.com$/;

function checkHostName(host: string): LinkError | null {
  if (!HOST_NAME.test(host)) return "not-a-link";
  if (isInDomain(host, ["localhost"])) return "loopback-host";
  if (isPrivateName(host)) return "private-host";
  const isService = findServiceOfHost(host) !== null || isInDomain(host, SERVICE_NAMES) || SERVICE_PATTERN.test(host);
  return isService ? "service-page" : null;
}

function isInDomain(host: string, domains: readonly string[]): boolean {
  return domains.some((domain) => host === domain || host.endsWith(`.${domain}`));
}

/** An IPv6 network. An IPv4 network is represented by the IPv6 network it maps to (RFC 4291 §2.5.5.2). */
type Network = { readonly prefix: bigint; readonly hostBits: bigint };

const IPV4 = parseNetwork("[::ffff:0:0]/96");
const LOOPBACK = ["127.0.0.0/8", "[::1]/128"].map(parseNetwork);
/** The address space of the public internet (RFC 4291 §2.4), which includes `RESERVED`. */
const PUBLIC = [IPV4, parseNetwork("[2000::]/3")];
/** The special-purpose addresses of IANA's registries (RFC 6890) and multicast (RFC 5771). A self-hosted server uses the list too. */
const RESERVED = SPECIAL_NETWORKS.reserved.map(parseNetwork);
/** Networks whose addresses contain an IPv4 address, `bitsBelow` bits from the end: NAT64 (RFC 6052), 6to4 (RFC 3056). */
const EMBEDDING_IPV4 = [
  { ...parseNetwork(SPECIAL_NETWORKS.embeddingIpv4.nat64), bitsBelow: 0n },
  { ...parseNetwork(SPECIAL_NETWORKS.embeddingIpv4["6to4"]), bitsBelow: 80n },
];

function checkAddress(address: bigint): LinkError | null {
  const isIn = ({ prefix, hostBits }: Network) => address >> hostBits === prefix;
  const network = EMBEDDING_IPV4.find(isIn);
  if (network) return checkAddress((IPV4.prefix << 32n) | ((address >> network.bitsBelow) & 0xffffffffn));
  if (LOOPBACK.some(isIn)) return "loopback-host";
  return PUBLIC.some(isIn) && !RESERVED.some(isIn) ? null : "private-host";
}

function parseNetwork(text: string): Network {
  const [host = "", bits = ""] = text.split("/");
  const hostBits = BigInt((host.startsWith("[") ? 128 : 32) - Number(bits));
  return { prefix: (parseAddress(host) ?? 0n) >> hostBits, hostBits };
}

/**
 * The IPv6 number of an address literal; null for a host name. The URL parser has already normalized the literal (WHATWG
 * URL §3.5): four decimal bytes, or hexadecimal groups in brackets with at most one run of zeros omitted.
 */
function parseAddress(host: string): bigint | null {
  const bytes = /^(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(host)?.slice(1);
  if (bytes) return bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0xffffn);
  if (!host.startsWith("[")) return null;
  const [before = [], after = []] = host
    .slice(1, -1)
    .split("::", 2)
    .map((groups) => groups.split(":").filter(Boolean));
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
  const plain = decodeRawUtf8(values.get("filename") ?? "");
  return toFileName(decodeExtendedValue(values.get("filename*") ?? "")) || toFileName(percentDecode(plain) ?? plain);
}

/** Decodes `charset'language'text` in the two character sets of RFC 5987 §3.2; empty for anything else. */
function decodeExtendedValue(value: string): string {
  const [, charset = "", text = ""] = /^(utf-8|iso-8859-1)'[^']*'(.*)$/i.exec(value) ?? [];
  if (charset.toLowerCase() === "utf-8") return percentDecode(text) ?? "";
  return text.replace(/%([\da-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Many servers send raw UTF-8 in headers, and some platforms pass it on with one character per byte. */
function decodeRawUtf8(text: string): string {
  return percentDecode(text.replace(/[%\u0080-\u00ff]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)) ?? text;
}

const NAME_CHARS_MAX = 255;

/** The last segment of a path, normalized; a name that is too long is cut before its extension. */
function toFileName(raw: string): string {
  const name = toSingleLine(raw.replace(/^.*[\\/]/s, ""));
  if (/^\.*$/.test(name)) return "";
  if (name.length <= NAME_CHARS_MAX) return name;
  const extension = /\.[^.\s]{1,5}$/.exec(name)?.[0] ?? "";
  const stem = name.slice(0, NAME_CHARS_MAX - extension.length).replace(/[\ud800-\udbff]$/, "");
  return `${stem}${extension}`;
}
