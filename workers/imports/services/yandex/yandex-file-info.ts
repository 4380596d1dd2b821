// The signed request for a file, which offers lossless formats too. Its parameters and its signature are those of
// https://github.com/llistochek/yandex-music-downloader (ymd/api.py); the file is plain with the transport `raw`.

import { createHmac } from "node:crypto";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { SECOND_MS } from "#app/domain/units.ts";
import type { ServiceFailure } from "../service-client.ts";
import type { YandexApi } from "./yandex-api.ts";
import type { FileLink } from "./yandex-download.ts";
import type { YandexHosts } from "./yandex-hosts.ts";
import { fileInfoSchema } from "./yandex-schemas.ts";

type SignedContext = { readonly api: YandexApi; readonly hosts: YandexHosts; readonly fileKey: string };

const CODECS: readonly string[] = ["flac", "aac", "he-aac", "mp3"];

/** The service may respond with a codec in an MP4 container in place of the plain one. */
const EXTENSIONS: Readonly<Record<string, string | undefined>> = {
  flac: "flac",
  mp3: "mp3",
  aac: "aac",
  "he-aac": "aac",
  "flac-mp4": "m4a",
  "aac-mp4": "m4a",
  "he-aac-mp4": "m4a",
};

export async function requestFileLink(
  { api, hosts, fileKey }: SignedContext,
  trackId: string,
  signal: AbortSignal,
): Promise<Result<FileLink, ServiceFailure>> {
  const params = signFileInfo({ fileKey, trackId, timeSec: Math.floor(Date.now() / SECOND_MS) });
  const info = await api({ step: "info", path: `/get-file-info?${params}`, schema: fileInfoSchema, signal });
  if (!info.ok) return info;
  const { codec, quality, transport, key, url, urls } = info.value.downloadInfo;
  if (quality.includes("preview")) return fail({ code: "service-premium-required" });
  const extension = EXTENSIONS[codec];
  const isEncrypted = key !== "" || transport.startsWith("enc");
  const link = hosts.parse(url || urls[0] || "");
  return extension && link && !isEncrypted ? ok({ link: link.href, extension }) : fail({ code: "import-info-failed" });
}

/** The values of the parameters in their order, without commas, under HMAC-SHA256; in base64 without padding. */
function signFileInfo({ fileKey, trackId, timeSec }: { fileKey: string; trackId: string; timeSec: number }): URLSearchParams {
  const params = { ts: `${timeSec}`, trackId, quality: "lossless", codecs: CODECS.join(","), transports: "raw" };
  const signed = Object.values(params).join("").replaceAll(",", "");
  const sign = createHmac("sha256", fileKey).update(signed).digest("base64").replace(/=+$/, "");
  return new URLSearchParams({ ...params, sign });
}
