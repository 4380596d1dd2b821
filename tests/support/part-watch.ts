import type { Listener } from "./lag-proxy.ts";

/** What of a file's parts has come through a link, byte by byte, told from the requests on it. */
export type PartWatch = {
  /** For each connection of the link. */
  listen(): Listener;
  /** Of parts, sent twice or not. */
  bytes(): number;
  /** Every time that something of a part came, in the order of their beginnings. */
  sendings(): readonly Sending[];
  /** Resolves as soon as so many bytes of parts have come through. */
  reach(bytes: number): Promise<void>;
};

export type Sending = { readonly part: number; readonly sizeBytes: number; readonly throughBytes: number };

type Open = { -readonly [Key in keyof Sending]: Sending[Key] };

const END_OF_HEAD = "\r\n\r\n";

export function watchParts(): PartWatch {
  const sendings: Open[] = [];
  let bytes = 0;
  let awaited: { readonly bytes: number; readonly resolve: () => void } | null = null;

  const came = (sending: Open, count: number) => {
    if (sending.throughBytes === 0) sendings.push(sending);
    sending.throughBytes += count;
    bytes += count;
    if (awaited && bytes >= awaited.bytes) awaited.resolve();
  };

  return {
    listen: () => readRequests(came),
    bytes: () => bytes,
    sendings: () => sendings,
    reach: (goal) =>
      new Promise((resolve) => {
        awaited = { bytes: goal, resolve };
        if (bytes >= goal) resolve();
      }),
  };
}

/** HTTP/1.1 as browsers speak it: one request after the other, bodies with their length. */
function readRequests(onPart: (sending: Open, count: number) => void): Listener {
  let head = "";
  let body: { leftBytes: number; readonly sending: Open | null } = { leftBytes: 0, sending: null };
  let isSocket = false;
  return (chunk) => {
    for (let rest = chunk; rest.length > 0 && !isSocket; ) {
      if (body.leftBytes > 0) {
        const count = Math.min(body.leftBytes, rest.length);
        body.leftBytes -= count;
        if (body.sending) onPart(body.sending, count);
        rest = rest.subarray(count);
      } else {
        const before = head.length;
        head += rest.toString("latin1");
        const end = head.indexOf(END_OF_HEAD);
        if (end < 0) return;
        rest = rest.subarray(end + END_OF_HEAD.length - before);
        isSocket = /^upgrade: websocket/im.test(head);
        body = readHead(head.slice(0, end));
        head = "";
      }
    }
  };
}

function readHead(head: string) {
  const part = /^PUT \/api\/uploads\/[^/ ]+\/parts\/(\d+) /.exec(head)?.[1];
  const leftBytes = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
  return { leftBytes, sending: part ? { part: Number(part), sizeBytes: leftBytes, throughBytes: 0 } : null };
}
