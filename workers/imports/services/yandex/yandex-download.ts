import { createHash } from "node:crypto";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { toSingleLine } from "#app/domain/text/single-line.ts";
import { requestService } from "../request-service.ts";
import type { DownloadSource, ServiceFailure } from "../service-client.ts";
import type { YandexApi } from "./yandex-api.ts";
import { toRightsCode, toYandexFailure } from "./yandex-failure.ts";
import { requestFileLink } from "./yandex-file-info.ts";
import type { YandexHosts } from "./yandex-hosts.ts";
import { toServiceTrack } from "./yandex-mapping.ts";
import { requestTracks, toTrackNumber } from "./yandex-resolve.ts";
import { downloadInfoSchema, linkInfoSchema, type YandexVariant } from "./yandex-schemas.ts";

/** `fileKey`: the key of signed requests, which list the lossless formats too. Null if the operator has not configured one. */
export type DownloadContext = { readonly api: YandexApi; readonly hosts: YandexHosts; readonly fileKey: string | null };

/** The address of a file and the extension of its name. */
export type FileLink = { readonly link: string; readonly extension: string };

type FileResult = Result<FileLink, ServiceFailure>;

/** Finds the file of a track in the best format. The link is valid for about a minute. */
export async function locateTrack(
  context: DownloadContext,
  trackId: string,
  signal: AbortSignal,
): Promise<Result<DownloadSource, ServiceFailure>> {
  const id = toTrackNumber(trackId);
  if (!id) return fail({ code: "import-not-available" });
  // at the same time, because the link expires soon
  const [file, tracks] = await Promise.all([findFile(context, id, signal), requestTracks(context.api, [id], signal)]);
  if (!file.ok) return file;
  const track = tracks.ok && tracks.value[0] ? toServiceTrack(tracks.value[0]) : null;
  const name = track ? [track.artist, track.title].filter(Boolean).join(" - ") : id;
  return ok({ link: file.value.link, fileName: `${toFileStem(name)}.${file.value.extension}` });
}

async function findFile(context: DownloadContext, id: string, signal: AbortSignal): Promise<FileResult> {
  const { api, hosts, fileKey } = context;
  if (fileKey !== null) {
    const file = await requestFileLink({ api, hosts, fileKey }, id, signal);
    // the key may be outdated, or the track may have other formats only
    if (file.ok || file.error.code.startsWith("service-token-")) return file;
  }
  const path = `/tracks/${encodeURIComponent(id)}/download-info`;
  const info = await api({ step: "info", path, schema: downloadInfoSchema, signal });
  if (!info.ok) return info;
  if ("refusal" in info.value) return fail({ code: toRightsCode(info.value.refusal) });
  const variant = chooseVariant(info.value);
  return variant.ok ? prepareLink(hosts, variant.value, signal) : variant;
}

type Choice = { readonly isEmpty: boolean; readonly variants: readonly YandexVariant[] };

const CODECS: readonly string[] = ["mp3", "aac"];

/** The highest bitrate; MP3 of two with the same. */
function chooseVariant({ isEmpty, variants }: Choice): Result<YandexVariant, ServiceFailure> {
  if (variants.length === 0) return fail({ code: isEmpty ? "import-not-available" : "import-info-failed" });
  const whole = variants.filter(({ preview }) => !preview);
  if (whole.length === 0) return fail({ code: "service-premium-required" });
  const [best] = whole
    .filter(({ codec }) => CODECS.includes(codec))
    .sort((a, b) => b.bitrateInKbps - a.bitrateInKbps || CODECS.indexOf(a.codec) - CODECS.indexOf(b.codec));
  return best ? ok(best) : fail({ code: "import-not-available" });
}

/**
 * A constant of the web player, which signs the addresses of files with it. Source: MarshalX/yandex-music-api,
 * yandex_music/download_info.py.
 */
const SALT = "XGRlBW9FXlekgbPrRHuSiA";

/** Requests the parts of the file's address. The request has no token: its address is one that the service names. */
async function prepareLink(hosts: YandexHosts, variant: YandexVariant, signal: AbortSignal): Promise<FileResult> {
  const extension = variant.codec;
  const url = hosts.parse(variant.downloadInfoUrl);
  if (!url) return fail({ code: "import-not-prepared" });
  if (variant.direct) return ok({ link: url.href, extension });
  const info = await requestService({ url: url.href, schema: linkInfoSchema, decode: decodeLinkInfo, signal });
  if (!info.ok) return fail(toYandexFailure(info.error, "link"));
  const { host, path, ts, s } = info.value;
  const hash = createHash("md5")
    .update(`${SALT}${path.slice(1)}${s}`)
    .digest("hex");
  const base = `${hosts.scheme}//${host}`;
  // `host` is only a host: no path, no credentials
  const isOwnHost = hosts.parse(base)?.host === host;
  return isOwnHost ? ok({ link: `${base}/get-mp3/${hash}/${ts}${path}`, extension }) : fail({ code: "import-not-prepared" });
}

/** XML, or JSON for addresses with `format=json`. The XML is flat and has no attributes that matter. */
function decodeLinkInfo(body: string): unknown {
  if (body.trimStart().startsWith("{")) return JSON.parse(body);
  const fields = body.matchAll(/<(host|path|ts|s)>([^<]*)<\/\1>/g);
  return Object.fromEntries([...fields].map(([, name, value = ""]) => [name, decodeEntities(value)]));
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function decodeEntities(xml: string): string {
  return xml.replace(/&(\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity);
}

const STEM_CHARS_MAX = 200;

/** Without characters that file systems refuse. */
function toFileStem(name: string): string {
  const stem = toSingleLine(name.replace(/[\\/:*?"<>|]/g, "_")).slice(0, STEM_CHARS_MAX);
  return stem.replace(/[\ud800-\udbff]$/, "").replace(/^\.+/, "");
}
