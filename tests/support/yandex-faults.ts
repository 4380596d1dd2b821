import { gzipSync } from "node:zlib";

/** How a response of the imitation of Yandex Music differs from the one that it should be. */
export type YandexFault =
  | { readonly how: "status"; readonly status: number; readonly headers?: Record<string, string>; readonly body?: unknown }
  | { readonly how: "redirect"; readonly to: string }
  /** The JSON, the XML or the file is replaced. */
  | { readonly how: "body"; readonly body: unknown }
  | { readonly how: "html" }
  | { readonly how: "gzip" }
  /** Half of the body is sent, and then nothing until the client gives up. */
  | { readonly how: "stalled" }
  /** The connection breaks after half of the body. */
  | { readonly how: "cut-off" }
  /** Only the first bytes, as a complete response. */
  | { readonly how: "too-small" };

type FaultContext = {
  readonly respond: () => Promise<Response> | Response;
  readonly signal: AbortSignal;
  /** Called when a stalled response has sent its last byte. */
  readonly onStall: () => void;
};

const SMALL_BYTES = 100;

export async function respondWithFault(fault: YandexFault, { respond, signal, onStall }: FaultContext): Promise<Response> {
  switch (fault.how) {
    case "status":
      return Response.json(fault.body ?? {}, { status: fault.status, headers: fault.headers ?? {} });
    case "redirect":
      return new Response(null, { status: 302, headers: { Location: fault.to } });
    case "body":
      return typeof fault.body === "string" ? new Response(fault.body) : Response.json(fault.body);
    case "html":
      return new Response("<!doctype html><title>Oops</title>", { headers: { "Content-Type": "text/html; charset=utf-8" } });
    case "gzip":
      return replaceBody(await respond(), (bytes) => gzipSync(bytes), { "Content-Encoding": "gzip" });
    case "too-small":
      return replaceBody(await respond(), (bytes) => bytes.subarray(0, SMALL_BYTES));
    case "stalled":
      return sendHalf(await respond(), (controller) => {
        signal.addEventListener("abort", () => controller.error(signal.reason));
        onStall();
      });
    case "cut-off":
      return sendHalf(await respond(), (controller) => controller.error(new Error("cut off")));
  }
}

async function replaceBody(
  response: Response,
  change: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const bytes = change(new Uint8Array(await response.arrayBuffer()));
  const merged = { ...Object.fromEntries(response.headers), ...headers, "content-length": `${bytes.byteLength}` };
  return new Response(bytes, { status: response.status, headers: merged });
}

async function sendHalf(
  response: Response,
  then: (controller: ReadableStreamDefaultController<Uint8Array>) => void,
): Promise<Response> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  let isSent = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (isSent) return then(controller);
      isSent = true;
      controller.enqueue(bytes.subarray(0, bytes.byteLength / 2));
    },
  });
  const headers = { ...Object.fromEntries(response.headers), "content-length": `${bytes.byteLength}` };
  return new Response(body, { headers });
}
