import { createExecutionContext, env } from "cloudflare:test";
import { type FunctionAnswer, STATUS_FUNCTION_ERROR } from "#app/protocol/function-envelope.ts";
import worker from "#workers/app.ts";
import { type FunctionArgs, type FunctionName, type FunctionValue, functions } from "#workers/functions/registry.ts";

export const ORIGIN = "https://tutti.test";

/** Somebody with a browser's cookies, from an address of their own. */
export type Client = {
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
  readonly post: (path: string, body: unknown) => Promise<Response>;
  /** The value, or the code of the refusal. */
  readonly call: <Name extends FunctionName>(name: Name, args: FunctionArgs<Name>) => Promise<FunctionValue<Name>>;
  readonly refusal: (name: FunctionName, args: unknown) => Promise<string | undefined>;
};

let addresses = 0;

function newAddress(): string {
  addresses += 1;
  return `10.0.${addresses >> 8}.${addresses & 255}`;
}

/**
 * @param always headers of all they send: a session that was planted, a key
 * @param bindings of the Worker that answers them
 */
export function newClient(
  address = newAddress(),
  always: Readonly<Record<string, string>> = {},
  bindings: Cloudflare.Env = env,
): Client {
  let cookie = "";

  async function send(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("CF-Connecting-IP", address);
    for (const [name, value] of Object.entries(always)) headers.set(name, value);
    if (cookie) headers.set("Cookie", cookie);
    // not through `SELF`, where each request takes longer than the one before it
    const request = new Request(`${ORIGIN}${path}`, { redirect: "manual", ...init, headers });
    const response = await worker.fetch(request as never, bindings, createExecutionContext());
    const set = response.headers.get("Set-Cookie");
    if (set) cookie = set.split(";")[0] ?? "";
    return response;
  }

  const post = (path: string, body: unknown) =>
    send(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: ORIGIN },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });

  async function answer(name: FunctionName, args: unknown): Promise<FunctionAnswer<unknown>> {
    const kind = functions.get(name)?.kind;
    return (await post(`/api/${kind}`, { path: name, format: "json", args })).json();
  }

  return {
    fetch: send,
    post,
    async call(name, args) {
      const answered = await answer(name, args);
      if (answered.status === "error") throw new Error(`${name}: ${JSON.stringify(answered)}`);
      // the registry's types say what this name gives
      return answered.value as FunctionValue<typeof name>;
    },
    async refusal(name, args) {
      const answered = await answer(name, args);
      return answered.status === "error" ? (answered.errorData?.code ?? String(STATUS_FUNCTION_ERROR)) : undefined;
    },
  };
}

let people = 0;

/** Somebody who has just registered. */
export async function newMember(name = "Mira"): Promise<Client & { readonly username: string }> {
  const client = newClient();
  people += 1;
  const username = `user_${people}`;
  const response = await client.post("/api/auth/register", {
    name,
    username,
    email: `${username}@example.org`,
    password: "correct horse",
  });
  if (!response.ok) throw new Error(await response.text());
  return { ...client, username };
}
