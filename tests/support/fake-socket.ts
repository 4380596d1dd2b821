import { vi } from "vitest";

/** A WebSocket of the page. The test is its server, which answers pings. */
export class FakeSocket {
  static readonly OPEN = 1;
  readonly url: string;
  readyState = 0;
  /** The messages of the page, without pings. */
  readonly sent: unknown[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { readonly data: unknown }) => void) | null = null;
  onclose: ((event: { readonly code: number }) => void) | null = null;

  constructor(url: string) {
    this.url = url;
  }

  open(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }

  send(text: string): void {
    if (text === "ping") this.onmessage?.({ data: "pong" });
    else this.sent.push(JSON.parse(text));
  }

  receive(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  close(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

/** Replaces the sockets of the code under test. Returns those that it has opened, in their order. */
export function stubSockets(): readonly FakeSocket[] {
  const sockets: FakeSocket[] = [];
  class StubbedSocket extends FakeSocket {
    constructor(url: string) {
      super(url);
      sockets.push(this);
    }
  }
  vi.stubGlobal("WebSocket", StubbedSocket);
  return sockets;
}
