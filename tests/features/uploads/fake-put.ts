import { vi } from "vitest";

/** A PUT request of the page. The test is its server. */
export class FakePut {
  readonly upload: { onprogress: ((event: { readonly loaded: number }) => void) | null } = { onprogress: null };
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;
  onabort: (() => void) | null = null;
  status = 0;
  responseText = "";
  path = "";
  contentType = "";
  /** Null until the request is sent. */
  body: Blob | null = null;
  isAborted = false;

  open(_method: "PUT", path: string): void {
    this.path = path;
  }
  setRequestHeader(_name: "Content-Type", value: string): void {
    this.contentType = value;
  }
  send(body: Blob): void {
    this.body = body;
  }
  abort(): void {
    this.isAborted = true;
    this.onabort?.();
  }

  reportSent(bytes: number): void {
    this.upload.onprogress?.({ loaded: bytes });
  }
  respond(status: number, text = ""): void {
    this.status = status;
    this.responseText = text;
    this.onload?.();
  }
  loseConnection(): void {
    this.onerror?.();
  }
}

/** Replaces the requests of the code under test. Returns those that it has made, in their order. */
export function stubPuts(onSend: (put: FakePut) => void = () => undefined): readonly FakePut[] {
  const puts: FakePut[] = [];
  class StubbedPut extends FakePut {
    constructor() {
      super();
      puts.push(this);
    }
    override send(body: Blob): void {
      super.send(body);
      onSend(this);
    }
  }
  vi.stubGlobal("XMLHttpRequest", StubbedPut);
  return puts;
}
