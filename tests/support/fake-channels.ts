import { vi } from "vitest";

type Message = { readonly channel: string; readonly data: unknown };

/**
 * Replaces the broadcast channels of the code under test. A message arrives at once at all others of its name that are open.
 * Returns the messages so far, and the number of channels that are open.
 */
export function stubChannels() {
  const messages: Message[] = [];
  const open = new Set<FakeChannel>();
  class FakeChannel {
    readonly name: string;
    onmessage: ((event: { readonly data: unknown }) => void) | null = null;
    constructor(name: string) {
      this.name = name;
      open.add(this);
    }
    postMessage(data: unknown): void {
      messages.push({ channel: this.name, data });
      for (const other of open) if (other !== this && other.name === this.name) other.onmessage?.({ data });
    }
    close(): void {
      open.delete(this);
    }
  }
  vi.stubGlobal("BroadcastChannel", FakeChannel);
  return { messages, openChannels: () => open.size };
}
