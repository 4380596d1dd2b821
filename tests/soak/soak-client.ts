import { setTimeout as sleep } from "node:timers/promises";
import { type FunctionResponse, STATUS_FUNCTION_ERROR } from "#app/protocol/function-envelope.ts";
import type { FunctionArgs, FunctionName, FunctionValue } from "#workers/api/registry.ts";

export const SOAK_PASSWORD = "correct horse";
/** Unless another is given. */
const REQUEST_TIMEOUT_MS = 10_000;
/** The server is down for seconds at most, and a link for 4 s. */
const ATTEMPTS_MAX = 20;

/** The server may have carried out the request, or not. */
export class NoAnswerError extends Error {}
export class RefusedError extends Error {}

type SoakClientOptions = {
  readonly baseURL: string;
  readonly username: string;
  /** Every person has an address of their own. */
  readonly address: string;
  readonly random: () => number;
  /** The time after which a request counts as unanswered. */
  readonly timeoutMs?: number;
};

/** The HTTP requests of a person, over a link that breaks. */
export class SoakClient {
  /** Empty until the person has registered. */
  #cookie = "";
  readonly #options: SoakClientOptions;

  constructor(options: SoakClientOptions) {
    this.#options = options;
  }

  get headers(): Record<string, string> {
    return { Cookie: this.#cookie, "CF-Connecting-IP": this.#options.address };
  }

  async register(): Promise<void> {
    const { username } = this.#options;
    const body = { name: username, username, email: `${username}@example.org`, password: SOAK_PASSWORD };
    await this.untilAnswered(async () => {
      const response = await this.fetch("/api/auth/register", { method: "POST", body: JSON.stringify(body) });
      if (response.ok) this.#keepCookie(response);
      // an earlier attempt may have been carried out without an answer
      else if (!(await this.#signIn())) throw new NoAnswerError(`${response.status}`);
    });
  }

  /** Rejects with a `NoAnswerError` or a `RefusedError`. */
  async call<Name extends FunctionName>(
    kind: "query" | "mutation",
    path: Name,
    args: FunctionArgs<Name>,
  ): Promise<FunctionValue<Name>> {
    const response = await this.fetch(`/api/${kind}`, { method: "POST", body: JSON.stringify({ path, format: "json", args }) });
    const body = (await response.json().catch(() => null)) as FunctionResponse<FunctionValue<Name>> | null;
    if (body?.status === "success") return body.value;
    const code = response.status === STATUS_FUNCTION_ERROR ? body?.errorData?.code : null;
    // the runtime ends requests that are under way when it is killed
    if (!code || code === "internal") throw new NoAnswerError(`${path}: ${response.status} ${code}`);
    throw new RefusedError(`${path}: ${code}`);
  }

  async fetch(path: string, init: { readonly method: string; readonly body: string | Uint8Array }): Promise<Response> {
    const headers = { ...this.headers, "Content-Type": "application/json" };
    try {
      const signal = AbortSignal.timeout(this.#options.timeoutMs ?? REQUEST_TIMEOUT_MS);
      return await fetch(`${this.#options.baseURL}${path}`, {
        ...init,
        body: new Blob([init.body as BlobPart]),
        headers,
        signal,
      });
    } catch (error) {
      throw new NoAnswerError(path, { cause: error });
    }
  }

  /** Repeats a request until it is answered, as the product does. */
  async untilAnswered<T>(run: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await run();
      } catch (error) {
        if (!(error instanceof NoAnswerError) || attempt === ATTEMPTS_MAX) throw error;
        await sleep(200 + 800 * this.#options.random());
      }
    }
  }

  async #signIn(): Promise<boolean> {
    const body = JSON.stringify({ emailOrUsername: this.#options.username, password: SOAK_PASSWORD });
    const response = await this.fetch("/api/auth/login", { method: "POST", body });
    if (response.ok) this.#keepCookie(response);
    return response.ok;
  }

  #keepCookie(response: Response): void {
    this.#cookie = (response.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  }
}
