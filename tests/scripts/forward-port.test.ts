import { createServer, type Server } from "node:http";
import type { AddressInfo, Server as TcpServer } from "node:net";
import { afterEach, expect, it } from "vitest";
import { forwardPort, isLoopback } from "#scripts/forward-port.mjs";

const BODY = Buffer.alloc(5_000_000, "music");
const servers: TcpServer[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

const portOf = (server: TcpServer) => (server.address() as AddressInfo).port;

async function startTarget(): Promise<Server> {
  const server = createServer((request, response) => request.on("data", () => undefined).on("end", () => response.end(BODY)));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

async function forward(targetPort: number): Promise<string> {
  const server = await forwardPort({ host: "0.0.0.0", port: 0 }, targetPort);
  servers.push(server);
  return `http://127.0.0.1:${portOf(server)}`;
}

it("requests and responses pass whole, also when the server closes the connection behind them", async () => {
  const url = await forward(portOf(await startTarget()));
  const response = await fetch(url, { method: "POST", body: BODY, headers: { Connection: "close" } });
  expect(Buffer.compare(Buffer.from(await response.arrayBuffer()), BODY)).toBe(0);
});

it("a connection ends when the target does not answer", async () => {
  const target = await startTarget();
  const url = await forward(portOf(target));
  await new Promise((resolve) => target.close(resolve));
  await expect(fetch(url)).rejects.toThrow();
});

it("an address in use is an error", async () => {
  const target = await startTarget();
  await expect(forwardPort({ host: "127.0.0.1", port: portOf(target) }, 1)).rejects.toThrow("EADDRINUSE");
});

it("only other addresses need it", () => {
  expect([undefined, "127.0.0.1", "localhost", "0.0.0.0", "192.168.1.2"].map(isLoopback)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});
