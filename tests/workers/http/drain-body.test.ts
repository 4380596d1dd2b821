import { Hono } from "hono";
import { expect, it, vi } from "vitest";
import { SECOND_MS } from "#app/domain/units.ts";
import { drainBody } from "#workers/http/drain-body.ts";
import type { AppEnv } from "#workers/http/request-context.ts";

const app = new Hono<AppEnv>().use(drainBody).put("/", (c) => c.text("refused", 401));

const put = (body: ReadableStream<Uint8Array>) => app.request("/", { method: "PUT", body, duplex: "half" } as RequestInit);

it("reads the body of a refused request to its end", async () => {
  let pulls = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulls += 1;
      if (pulls > 5) controller.close();
      else controller.enqueue(new Uint8Array(1000));
    },
  });
  expect((await put(body)).status).toBe(401);
  expect(pulls).toBe(6);
});

it("answers after ten seconds although the client has stopped sending", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const cancel = vi.fn();
  const body = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new Uint8Array(100)), cancel });
  const response = put(body);
  await vi.advanceTimersByTimeAsync(10 * SECOND_MS);
  expect((await response).status).toBe(401);
  expect(cancel).toHaveBeenCalledOnce();
});
