import WebSocket from "ws";

type Target = { readonly id: string; readonly webSocketDebuggerUrl: string };

/** The Worker of the product; the runtime has others of its own. */
const WORKER = "core:user:tutti";

/** A connection to the V8 inspector of the product's Worker, which the server opens with `--inspect`. */
export type Inspector = {
  call<T>(method: string, params?: object): Promise<T>;
  close(): void;
};

export async function openInspector(port: number): Promise<Inspector> {
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as readonly Target[];
  const target = targets.find(({ id }) => id.startsWith(WORKER));
  if (!target) throw new Error("the Worker cannot be inspected");
  const socket = new WebSocket(target.webSocketDebuggerUrl, { maxPayload: 0 });
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  const calls = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  let lastId = 0;
  socket.on("message", (data) => {
    const { id, result, error } = JSON.parse(data.toString());
    if (error) calls.get(id)?.reject(new Error(error.message));
    else calls.get(id)?.resolve(result);
    calls.delete(id);
  });
  socket.on("close", () => {
    for (const { reject } of calls.values()) reject(new Error("the inspector has closed"));
  });
  return {
    call(method, params = {}) {
      const id = ++lastId;
      return new Promise((resolve, reject) => {
        // only this inspector answers, with the result of the method
        calls.set(id, { resolve: (result) => resolve(result as never), reject });
        socket.send(JSON.stringify({ id, method, params }));
      });
    },
    close: () => socket.close(),
  };
}
