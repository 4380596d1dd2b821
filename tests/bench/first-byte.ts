import { type Agent, request as send } from "node:http";

export type Question = { readonly url: string; readonly cookie?: string; readonly body?: string };

/** From the question to the first byte of the answer's body; the rest is waited for, so that answers never overlap. */
export function firstByteMs(agent: Agent, { url, cookie = "", body }: Question): Promise<number> {
  return new Promise((resolve, reject) => {
    const startedMs = performance.now();
    const headers = { Cookie: cookie, "Content-Type": "application/json" };
    const question = send(url, { agent, method: body ? "POST" : "GET", headers }, (answer) => {
      let firstMs = 0;
      answer.on("data", () => {
        firstMs ||= performance.now() - startedMs;
      });
      answer.on("end", () => (answer.statusCode === 200 ? resolve(firstMs) : reject(new Error(String(answer.statusCode)))));
    });
    question.on("error", reject);
    question.end(body);
  });
}
