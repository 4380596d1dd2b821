import { createExecutionContext, env } from "cloudflare:test";
import { type FunctionResponse, STATUS_FUNCTION_ERROR } from "#app/protocol/function-envelope.ts";
import { type FunctionArgs, type FunctionName, type FunctionValue, functions } from "#workers/api/registry.ts";
import worker from "#workers/app.ts";
import { hashPassword } from "#workers/crypto/password-hash.ts";
import { ORIGIN } from "./origin.ts";
import { seedUser } from "./seed-user.ts";

/** An HTTP client with the cookie jar of a browser. */
export type Client = {
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
  /** Sends JSON; a string is sent as it is. */
  readonly post: (path: string, body: unknown) => Promise<Response>;
  /** Calls a backend function; throws if it refuses. */
  readonly call: <Name extends FunctionName>(name: Name, args: FunctionArgs<Name>) => Promise<FunctionValue<Name>>;
  /** Calls a backend function and returns the code of its refusal; undefined if it succeeds. */
  readonly refusal: (name: FunctionName, args: unknown) => Promise<string | undefined>;
};

type ClientOptions = {
  /** IP address; every client has its own by default, so that rate limits do not add up. */
  readonly address?: string | undefined;
  /** The `Cookie` header of the first request. */
  readonly cookie?: string;
  /** Sent with every request, such as the cookie of a seeded session. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The bindings of the Worker that answers. */
  readonly bindings?: Cloudflare.Env | undefined;
};

let addressCount = 0;

function nextAddress(): string {
  addressCount += 1;
  return `10.0.${addressCount >> 8}.${addressCount & 255}`;
}

export function createClient({
  address = nextAddress(),
  cookie = "",
  headers = {},
  bindings = env,
}: ClientOptions = {}): Client {
  let sentCookie = cookie;

  async function send(path: string, init: RequestInit = {}): Promise<Response> {
    const sent = new Headers(init.headers);
    sent.set("CF-Connecting-IP", address);
    for (const [name, value] of Object.entries(headers)) sent.set(name, value);
    if (sentCookie) sent.set("Cookie", sentCookie);
    // not through `SELF`, where each request takes longer than the one before it
    const request = new Request(`${ORIGIN}${path}`, { redirect: "manual", ...init, headers: sent });
    const response = await worker.fetch(request as never, bindings, createExecutionContext());
    const setCookie = response.headers.get("Set-Cookie");
    if (setCookie) sentCookie = setCookie.split(";")[0] ?? "";
    return response;
  }

  function post(path: string, body: unknown): Promise<Response> {
    return send(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: ORIGIN },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  }

  async function callFunction(name: FunctionName, args: unknown): Promise<FunctionResponse<unknown>> {
    const kind = functions.get(name)?.kind;
    return (await post(`/api/${kind}`, { path: name, format: "json", args })).json();
  }

  return {
    fetch: send,
    post,
    async call(name, args) {
      const response = await callFunction(name, args);
      if (response.status === "error") throw new Error(`${name}: ${JSON.stringify(response)}`);
      // the registry's types state what the function of this name returns
      return response.value as FunctionValue<typeof name>;
    },
    async refusal(name, args) {
      const response = await callFunction(name, args);
      return response.status === "error" ? (response.errorData?.code ?? String(STATUS_FUNCTION_ERROR)) : undefined;
    },
  };
}

let passwordHash: Promise<string> | undefined;
let userCount = 0;

/** Stores a new user with the password "correct horse" and returns their signed-in client. */
export async function registerUser(name = "Mira"): Promise<Client & { readonly username: string; readonly cookie: string }> {
  userCount += 1;
  passwordHash ??= hashPassword("correct horse");
  const { username, cookie } = await seedUser(name, { username: `user_${userCount}`, passwordHash: await passwordHash });
  return { ...createClient({ cookie }), username, cookie };
}
