import { gzipSync } from "node:zlib";

/** How an endpoint of the fake Subsonic server misbehaves. */
export type SubsonicFault =
  /** An error of the API, with HTTP status 200 unless another is given. */
  | { readonly how: "error"; readonly code: number; readonly status?: number }
  | { readonly how: "status"; readonly status: number; readonly retryAfter?: string }
  | { readonly how: "redirect"; readonly location: string }
  /** A web page with status 200, such as that of a login portal. */
  | { readonly how: "html" }
  | { readonly how: "body"; readonly body: string }
  /** The right response, compressed. */
  | { readonly how: "gzip" }
  /** The right body in pieces. */
  | { readonly how: "slow"; readonly pieceBytes: number; readonly everyMs: number }
  /** The connection breaks in the middle of the body. */
  | { readonly how: "cut-off"; readonly afterBytes: number }
  | { readonly how: "content-type"; readonly contentType: string }
  /** Only the beginning of the body, as if it were all. */
  | { readonly how: "too-small"; readonly bytes: number }
  /** Changes the `subsonic-response`. */
  | { readonly how: "edit"; readonly edit: (response: Record<string, unknown>) => unknown };

/** The response of the endpoint with the fault. */
export async function applyFault(fault: SubsonicFault, right: Response): Promise<Response> {
  const { status, headers } = right;
  const bytes = new Uint8Array(await right.arrayBuffer());
  const respond = (body: BodyInit, changes: Readonly<Record<string, string>> = {}) => {
    const changed = new Headers(headers);
    for (const [name, value] of Object.entries(changes)) changed.set(name, value);
    return new Response(body, { status, headers: changed });
  };
  switch (fault.how) {
    case "error":
      return respondWithError(fault.code, fault);
    case "status": {
      const retry = fault.retryAfter === undefined ? {} : { "Retry-After": fault.retryAfter };
      return new Response("<h1>Error</h1>", { status: fault.status, headers: { "Content-Type": "text/html", ...retry } });
    }
    case "redirect":
      return new Response(null, { status: 302, headers: { Location: fault.location } });
    case "html":
      return new Response("<!doctype html><title>Sign in</title>", { headers: { "Content-Type": "text/html" } });
    case "body":
      return respond(fault.body);
    case "gzip":
      return respond(new Uint8Array(gzipSync(bytes)), { "Content-Encoding": "gzip" });
    case "slow":
      return respond(sendInPieces(bytes, fault));
    case "cut-off":
      return respond(breakOff(bytes.slice(0, fault.afterBytes)), { "Content-Length": String(bytes.length) });
    case "content-type":
      return respond(bytes, { "Content-Type": fault.contentType });
    case "too-small":
      return respond(bytes.slice(0, fault.bytes));
    case "edit": {
      const parsed = JSON.parse(new TextDecoder().decode(bytes));
      return respond(JSON.stringify({ "subsonic-response": fault.edit(parsed["subsonic-response"]) }));
    }
  }
}

type ErrorOptions = { readonly status?: number; readonly version?: string };

export function respondWithError(code: number, { status = 200, version = ENVELOPE.version }: ErrorOptions = {}): Response {
  const error = { code, message: "This text is not shown" };
  return Response.json({ "subsonic-response": { ...ENVELOPE, version, status: "failed", error } }, { status });
}

export const ENVELOPE = { status: "ok", version: "1.16.1", type: "fake", serverVersion: "1.0", openSubsonic: true };

function sendInPieces(bytes: Uint8Array, { pieceBytes, everyMs }: { readonly pieceBytes: number; readonly everyMs: number }) {
  let start = 0;
  let timer: NodeJS.Timeout | undefined;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (start > 0) await new Promise<void>((resolve) => (timer = setTimeout(resolve, everyMs)));
      controller.enqueue(bytes.slice(start, start + pieceBytes));
      start += pieceBytes;
      if (start >= bytes.length) controller.close();
    },
    cancel: () => clearTimeout(timer),
  });
}

function breakOff(bytes: Uint8Array) {
  let isSent = false;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (isSent) controller.error(new Error("the fault breaks the connection"));
      else controller.enqueue(bytes);
      isSent = true;
    },
  });
}
