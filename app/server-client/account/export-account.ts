import { fail, ok, type Result } from "#app/domain/result.ts";
import { sendRequest } from "#app/lib/send-request.ts";
import { readErrorCode } from "#app/server-client/read-error-code.ts";
import { replaceInternal } from "#app/server-client/replace-internal.ts";

export type ExportedFile = { readonly blob: Blob; readonly fileName: string };

const DEFAULT_FILE_NAME = "tutti.zip";

/**
 * Downloads all data of the account as one archive.
 * @param onProgress receives the number of bytes so far
 */
export async function exportAccount(onProgress: (receivedBytes: number) => void): Promise<Result<ExportedFile>> {
  try {
    const response = await sendRequest("/api/account/export");
    if (!response.ok || !response.body) {
      return fail(replaceInternal(await readErrorCode(response, "internal"), "export-failed"));
    }
    const blob = await readBlob(response.body, onProgress);
    return ok({ blob, fileName: readFileName(response.headers.get("Content-Disposition")) });
  } catch {
    // the connection was lost
    return fail("export-failed");
  }
}

async function readBlob(body: ReadableStream<Uint8Array>, onProgress: (receivedBytes: number) => void): Promise<Blob> {
  const chunks: BlobPart[] = [];
  let receivedBytes = 0;
  const reader = body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    chunks.push(part.value as Uint8Array<ArrayBuffer>);
    receivedBytes += part.value.length;
    onProgress(receivedBytes);
  }
  return new Blob(chunks, { type: "application/zip" });
}

/** The file name in a `Content-Disposition` header: the UTF-8 one if it is valid, else the ASCII one (RFC 6266). */
export function readFileName(disposition: string | null): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? "")?.[1];
  if (encoded) {
    try {
      return decodeURIComponent(encoded);
    } catch {
      // the encoding is invalid: the ASCII name follows
    }
  }
  return /filename="([^"]+)"/i.exec(disposition ?? "")?.[1] ?? DEFAULT_FILE_NAME;
}
