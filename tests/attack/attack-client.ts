import WebSocket from "ws";
import { STATUS_FUNCTION_ERROR } from "#app/protocol/function-envelope.ts";
import { PROTOCOL_VERSION } from "#app/protocol/room-messages.ts";
import type { IdPool } from "./id-pool.ts";
import type { Journal } from "./journal.ts";

export const PASSWORD = "correct horse";
const TIMEOUT_MS = 60_000;
/** A socket that fails this way was ended by an error of the server. */
const CLOSE_INTERNAL = 1011;

export type Answer = { readonly status: number; readonly code: string | null; readonly value: unknown };

/** The server and the records that all clients of the attacker share. */
export type AttackDeps = {
  readonly origin: string;
  readonly journal: Journal;
  readonly pool: IdPool;
  /** To be called with an answer that no request may have. */
  readonly onFault: (fault: string) => void;
};

/** One person or guest of the attacker. */
export class AttackClient {
  readonly role: string;
  readonly username: string;
  readonly address: string;
  userId = "";
  cookie = "";
  readonly #deps: AttackDeps;

  constructor(deps: AttackDeps, { role, username, address }: { role: string; username: string; address: string }) {
    this.#deps = deps;
    this.role = role;
    this.username = username;
    this.address = address;
  }

  get headers(): Record<string, string> {
    return { "CF-Connecting-IP": this.address, ...(this.cookie && { Cookie: this.cookie }) };
  }

  async register(): Promise<void> {
    const { username } = this;
    const body = JSON.stringify({ name: username, username, email: `${username}@example.org`, password: PASSWORD });
    const response = await this.fetch("register", "/api/auth/register", { method: "POST", body });
    if (response?.ok) await this.#signedIn(response);
  }

  async signIn(): Promise<void> {
    const body = JSON.stringify({ emailOrUsername: this.username, password: PASSWORD });
    const response = await this.fetch("login", "/api/auth/login", { method: "POST", body });
    if (response?.ok) await this.#signedIn(response);
  }

  /** A request whose answer does not matter, unless it is an internal error. Null without an answer. */
  async fetch(name: string, path: string, init: RequestInit = {}): Promise<Response | null> {
    const headers = { "Content-Type": "application/json", ...this.headers, ...init.headers };
    return this.#deps.journal.record(`${name} as ${this.role}`, async () => {
      try {
        const signal = init.signal ?? AbortSignal.timeout(TIMEOUT_MS);
        const response = await fetch(`${this.#deps.origin}${path}`, { ...init, headers, signal, redirect: "manual" });
        // read in any case, so that the connection is free again
        const bytes = await response.arrayBuffer();
        const { status } = response;
        if (status === 500) this.#deps.onFault(`${name} as ${this.role}: status 500`);
        const body = [101, 204, 304].includes(status) ? null : bytes;
        return status < 200 ? null : new Response(body, { status, headers: response.headers });
      } catch {
        // aborted, or the server has closed the connection
        return null;
      }
    });
  }

  /** Calls a function. Learns the ids in its value. */
  async call(kind: string, path: string, args: unknown, name = path): Promise<Answer> {
    const body = typeof args === "string" ? args : JSON.stringify({ path, args });
    const response = await this.fetch(name, `/api/${kind}`, { method: "POST", body });
    if (!response) return { status: 0, code: null, value: null };
    const json = await response.json().catch(() => null);
    const code = json?.errorData?.code ?? json?.code ?? null;
    if (response.status === STATUS_FUNCTION_ERROR && !json?.errorData) {
      this.#deps.onFault(`${name} as ${this.role}: internal error for ${body.slice(0, 300)}`);
    }
    const value = json?.status === "success" ? json.value : null;
    this.#deps.pool.learn(value);
    return { status: response.status, code, value };
  }

  /** Opens a socket. Resolves to null if it was refused. */
  openSocket(name: string, path: string): Promise<WebSocket | null> {
    const url = `${this.#deps.origin.replace("http", "ws")}${path}`;
    return this.#deps.journal.record(`${name} socket as ${this.role}`, async () => {
      const socket = new WebSocket(url, { headers: this.headers, perMessageDeflate: false });
      socket.on("error", () => undefined);
      socket.on("close", (code) => {
        if (code === CLOSE_INTERNAL) this.#deps.onFault(`${name} socket as ${this.role}: closed with ${code}`);
      });
      const isOpen = await new Promise<boolean>((resolve) => {
        socket.once("open", () => resolve(true));
        socket.once("close", () => resolve(false));
      });
      return isOpen ? socket : null;
    });
  }

  openRoom(roomId: string): Promise<WebSocket | null> {
    return this.openSocket("room", `/api/rooms/${roomId}/socket?v=${PROTOCOL_VERSION}`);
  }

  async #signedIn(response: Response): Promise<void> {
    this.cookie = response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(";")[0])
      .join("; ");
    const session = await this.fetch("session", "/api/_auth/session");
    const json = await session?.json().catch(() => null);
    this.userId = json?.user?.id ?? "";
  }
}
