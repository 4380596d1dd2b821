import { type Agent, request as send } from "node:http";

export type TimedRequest = { readonly url: string; readonly cookie?: string; readonly body?: string };

/** The time from a request to the first byte of the response body. Reads the whole body, so that responses never overlap. */
export function firstByteMs(agent: Agent, { url, cookie = "", body }: TimedRequest): Promise<number> {
  return new Promise((resolve, reject) => {
    const startedMs = performance.now();
    const headers = { Cookie: cookie, "Content-Type": "application/json" };
    const request = send(url, { agent, method: body ? "POST" : "GET", headers }, (response) => {
      let firstMs = 0;
      response.on("data", () => {
        firstMs ||= performance.now() - startedMs;
      });
      response.on("end", () =>
        response.statusCode === 200 ? resolve(firstMs) : reject(new Error(String(response.statusCode))),
      );
    });
    request.on("error", reject);
    request.end(body);
  });
}
