import type { ErrorCode } from "#app/domain/errors.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { responseErrorCode } from "#app/server-client/response-code.ts";

export type ExportedFile = { readonly blob: Blob; readonly fileName: string };

const FILE_NAME = "tutti.zip";

/** Everything that is kept of somebody, as one archive. @param onProgress bytes so far */
export async function exportAccount(onProgress: (bytes: number) => void): Promise<Result<ExportedFile>> {
  try {
    const answer = await fetch("/api/account/export");
    if (!answer.ok || !answer.body) return fail(named(await responseErrorCode(answer, "export-failed")));
    const chunks: BlobPart[] = [];
    let bytes = 0;
    const reader = answer.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      chunks.push(part.value);
      bytes += part.value.length;
      onProgress(bytes);
    }
    const blob = new Blob(chunks, { type: "application/zip" });
    return ok({ blob, fileName: fileNameOf(answer.headers.get("Content-Disposition")) });
  } catch {
    // it broke off half-way
    return fail("export-failed");
  }
}

function named(code: ErrorCode): ErrorCode {
  return code === "internal" ? "export-failed" : code;
}

/** RFC 6266: the name in its own letters, else the plain one. */
export function fileNameOf(disposition: string | null): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? "")?.[1];
  if (encoded) {
    try {
      return decodeURIComponent(encoded);
    } catch {
      // badly encoded: the plain one
    }
  }
  return /filename="([^"]+)"/i.exec(disposition ?? "")?.[1] ?? FILE_NAME;
}
