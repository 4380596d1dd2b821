import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { z } from "zod";
import { requestService } from "#workers/imports/services/request-service.ts";

const schema = z.object({ name: z.string() });
const never = new AbortController().signal;
let server: Server | null = null;

afterEach(async () => {
  server?.closeAllConnections();
  server?.close();
  if (server) await once(server, "close");
  server = null;
});

/** A service that closes the connection of its first requests without a response. */
async function startService(closed: number) {
  const methods: string[] = [];
  const started = createServer((request, response) => {
    methods.push(request.method ?? "");
    if (methods.length <= closed) request.socket.destroy();
    else response.end('{ "name": "Kino" }');
  });
  server = started;
  started.listen(0, "127.0.0.1");
  await once(started, "listening");
  return { url: `http://127.0.0.1:${(started.address() as AddressInfo).port}/`, methods };
}

it.each(["GET", "POST"])("a %s request whose connection was closed is sent once more", async (method) => {
  const { url, methods } = await startService(1);
  const answer = await requestService({ url, init: { method }, schema, signal: never });
  expect(answer).toEqual({ ok: true, value: { name: "Kino" } });
  expect(methods).toEqual([method, method]);
});

it("a service that closes each connection is unreachable after two requests", async () => {
  const { url, methods } = await startService(10);
  expect(await requestService({ url, schema, signal: never })).toMatchObject({ ok: false, error: { reason: "unreachable" } });
  expect(methods).toHaveLength(2);
});

it("a request that was aborted is not sent again", async () => {
  const controller = new AbortController();
  let requests = 0;
  const send: typeof fetch = async () => {
    requests += 1;
    controller.abort();
    throw new Error("aborted");
  };
  const answer = await requestService({ url: "http://127.0.0.1/", schema, signal: controller.signal, send });
  expect(answer).toMatchObject({ ok: false, error: { reason: "too-late" } });
  expect(requests).toBe(1);
});
