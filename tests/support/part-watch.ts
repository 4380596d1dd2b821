import type { ByteListener } from "./lag-proxy.ts";

/** Counts the bytes of upload parts that pass a link, by parsing its HTTP requests. */
export type PartWatch = {
  /** Creates a listener for one connection of the link. */
  createListener(): ByteListener;
  /** Bytes of parts so far. Bytes that were sent twice count twice. */
  receivedBytes(): number;
  /** Each attempt to send a part of which at least one byte has arrived, in the order of their starts. */
  transfers(): readonly PartTransfer[];
  /** Resolves as soon as this many bytes of parts have arrived. */
  waitForBytes(bytes: number): Promise<void>;
};

export type PartTransfer = { readonly part: number; readonly sizeBytes: number; readonly receivedBytes: number };

type OpenTransfer = { -readonly [Key in keyof PartTransfer]: PartTransfer[Key] };

const HEAD_END = "\r\n\r\n";

export function watchParts(): PartWatch {
  const transfers: OpenTransfer[] = [];
  let receivedBytes = 0;
  let waiting: { readonly bytes: number; readonly resolve: () => void } | null = null;

  const receive = (transfer: OpenTransfer, count: number) => {
    if (transfer.receivedBytes === 0) transfers.push(transfer);
    transfer.receivedBytes += count;
    receivedBytes += count;
    if (waiting && receivedBytes >= waiting.bytes) waiting.resolve();
  };

  return {
    createListener: () => parseRequests(receive),
    receivedBytes: () => receivedBytes,
    transfers: () => transfers,
    waitForBytes: (bytes) =>
      new Promise((resolve) => {
        waiting = { bytes, resolve };
        if (receivedBytes >= bytes) resolve();
      }),
  };
}

/** Parses HTTP/1.1 as browsers send it: one request after the other, bodies with a Content-Length. */
function parseRequests(onPartBytes: (transfer: OpenTransfer, count: number) => void): ByteListener {
  let head = "";
  let body: { leftBytes: number; readonly transfer: OpenTransfer | null } = { leftBytes: 0, transfer: null };
  let isWebSocket = false;
  return (chunk) => {
    for (let rest = chunk; rest.length > 0 && !isWebSocket; ) {
      if (body.leftBytes > 0) {
        const count = Math.min(body.leftBytes, rest.length);
        body.leftBytes -= count;
        if (body.transfer) onPartBytes(body.transfer, count);
        rest = rest.subarray(count);
      } else {
        const before = head.length;
        head += rest.toString("latin1");
        const end = head.indexOf(HEAD_END);
        if (end < 0) return;
        rest = rest.subarray(end + HEAD_END.length - before);
        isWebSocket = /^upgrade: websocket/im.test(head);
        body = parseHead(head.slice(0, end));
        head = "";
      }
    }
  };
}

function parseHead(head: string) {
  const part = /^PUT \/api\/uploads\/[^/ ]+\/parts\/(\d+) /.exec(head)?.[1];
  const leftBytes = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
  return { leftBytes, transfer: part ? { part: Number(part), sizeBytes: leftBytes, receivedBytes: 0 } : null };
}
