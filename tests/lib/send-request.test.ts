import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { sendRequest } from "#app/lib/send-request.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A `fetch` that answers with these statuses, one after another; 0 stands for a lost connection. */
function createFetch(...statuses: readonly number[]) {
  const remaining = [...statuses];
  return vi.fn<typeof fetch>(async () => {
    const status = remaining.shift() ?? 200;
    if (status === 0) throw new TypeError("Failed to fetch");
    return new Response("", { status });
  });
}

async function send(fetch: typeof globalThis.fetch, options: Parameters<typeof sendRequest>[1] = {}) {
  const sending = sendRequest("/media/wave/1", { ...options, fetch }).then(
    ({ status }) => status,
    (error: Error) => error.message,
  );
  await vi.runAllTimersAsync();
  return sending;
}

it.each([408, 409, 425, 429, 500, 502, 503, 504, 0])("repeats a request without a body once after %s", async (status) => {
  const fetch = createFetch(status, 200);
  expect(await send(fetch)).toBe(200);
  expect(fetch).toHaveBeenCalledTimes(2);
});

it("returns or throws the second failure", async () => {
  expect(await send(createFetch(503, 502, 200))).toBe(502);
  expect(await send(createFetch(0, 0, 200))).toBe("Failed to fetch");
});

it.each([400, 401, 403, 404, 422, 501, 560])("does not repeat a request after %s", async (status) => {
  const fetch = createFetch(status);
  expect(await send(fetch)).toBe(status);
  expect(fetch).toHaveBeenCalledTimes(1);
});

it.each(["POST", "PUT", "PATCH", "DELETE"])("does not repeat %s", async (method) => {
  const fetch = createFetch(503);
  expect(await send(fetch, { method })).toBe(503);
  expect(fetch).toHaveBeenCalledTimes(1);
});

it("does not repeat a request that was aborted or that its caller repeats", async () => {
  const aborted = createFetch(0);
  expect(await send(aborted, { signal: AbortSignal.abort() })).toBe("Failed to fetch");
  expect(aborted).toHaveBeenCalledTimes(1);
  expect(await send(createFetch(503), { isRetried: false })).toBe(503);
});
