import { gzipSync } from "node:zlib";

/** How requests whose path and query fit `at` fail. */
export type SpotifyFault = {
  readonly at: RegExp;
  readonly how:
    | { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
    /** `silent` never responds, and `slow` sends a half of the body and no more. */
    | "silent"
    | "slow"
    | "cut-off"
    /** Not a fault: a compressed response. */
    | "gzip"
    | "redirect"
    | "garbage"
    | "huge";
  /** Is called when the fault occurs. */
  readonly onRequest?: () => void;
};

/** The response of a faulty endpoint. `respond` returns the regular one. */
export async function failSpotifyRequest(
  { how, onRequest }: SpotifyFault,
  request: Request,
  respond: () => Response | Promise<Response>,
): Promise<Response> {
  onRequest?.();
  if (typeof how === "object") {
    const { status, headers = {} } = how;
    return Response.json({ error: { status, message: "refused" } }, { status, headers });
  }
  switch (how) {
    case "silent":
      return new Promise((_, reject) => request.signal.addEventListener("abort", () => reject(request.signal.reason)));
    case "slow":
      return sendHalf(await respond(), () => undefined);
    case "cut-off":
      return sendHalf(await respond(), (controller) => controller.error(new Error("cut off")));
    case "gzip": {
      const response = await respond();
      const headers = { "Content-Type": "application/json", "Content-Encoding": "gzip" };
      return new Response(gzipSync(await response.text()), { status: response.status, headers });
    }
    case "redirect":
      return Response.redirect("http://127.0.0.1:9/elsewhere", 307);
    case "garbage":
      return new Response("<html>We are down for maintenance</html>", { headers: { "Content-Type": "application/json" } });
    case "huge":
      return Response.json({ padding: "x".repeat(9 * 1024 * 1024) });
  }
}

/** Sends a half of the body; `end` is called with the next part. */
async function sendHalf(response: Response, end: (controller: ReadableStreamDefaultController) => void): Promise<Response> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  let isSent = false;
  const body = new ReadableStream({
    pull(controller) {
      if (isSent) return end(controller);
      isSent = true;
      controller.enqueue(bytes.slice(0, bytes.length / 2));
    },
  });
  const headers = { "Content-Type": "application/json", "Content-Length": String(bytes.length) };
  return new Response(body, { status: response.status, headers });
}
