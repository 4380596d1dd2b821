/** A minimal client of the W3C WebDriver protocol. */
export type WebDriverSession = {
  readonly browserVersion: string;
  /** Sends a command to a path of the session. Throws on an error response. */
  send<Value>(method: "GET" | "POST" | "DELETE", path: string, body?: object): Promise<Value>;
  evaluate<Value>(expression: string): Promise<Value>;
  /** The id of the first element that matches the selector. Throws without one. */
  findElement(selector: string): Promise<string>;
  end(): Promise<void>;
};

type SessionResponse = { readonly sessionId: string; readonly capabilities: { readonly browserVersion: string } };
type ErrorValue = { readonly error?: string; readonly message?: string } | null;

export async function createSession(driverUrl: string, alwaysMatch: object): Promise<WebDriverSession> {
  const created = await request<SessionResponse>(`${driverUrl}/session`, "POST", { capabilities: { alwaysMatch } });
  const url = `${driverUrl}/session/${created.sessionId}`;
  const send: WebDriverSession["send"] = (method, path, body) => request(`${url}${path}`, method, body);
  return {
    browserVersion: created.capabilities.browserVersion,
    send,
    evaluate: (expression) => send("POST", "/execute/sync", { script: `return (${expression})`, args: [] }),
    async findElement(selector) {
      const element = await send<Record<string, string>>("POST", "/element", { using: "css selector", value: selector });
      // The only entry has a fixed key that the specification chose at random.
      return Object.values(element)[0] ?? "";
    },
    // A browser that has exited needs no end.
    end: () => send<void>("DELETE", "").catch(() => undefined),
  };
}

async function request<Value>(url: string, method: string, body?: object): Promise<Value> {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value }: { value: Value & ErrorValue } = await response.json();
  if (!response.ok) throw new Error(`${value?.error}: ${value?.message}`);
  return value;
}
