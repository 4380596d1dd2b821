import WebSocket from "ws";

type Target = { readonly id: string; readonly webSocketDebuggerUrl: string };
type HeapUsage = { readonly usedSize: number };

/** The Worker of the product; the runtime has others of its own. */
const WORKER = "core:user:tutti";

/** The heap of the Worker after a garbage collection, bytes. Needs `--inspect`. */
export async function measureHeapBytes(inspectorPort: number): Promise<number> {
  const targets = (await (await fetch(`http://127.0.0.1:${inspectorPort}/json`)).json()) as readonly Target[];
  const target = targets.find(({ id }) => id.startsWith(WORKER));
  if (!target) throw new Error("the Worker cannot be inspected");
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  try {
    await call(socket, 1, "HeapProfiler.enable");
    await call(socket, 2, "HeapProfiler.collectGarbage");
    return (await call<HeapUsage>(socket, 3, "Runtime.getHeapUsage")).usedSize;
  } finally {
    socket.close();
  }
}

function call<T>(socket: WebSocket, id: number, method: string): Promise<T> {
  const answer = new Promise<T>((resolve) => {
    socket.on("message", (data) => {
      const message = JSON.parse(data.toString());
      if (message.id === id) resolve(message.result);
    });
  });
  socket.send(JSON.stringify({ id, method }));
  return answer;
}
