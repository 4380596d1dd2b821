import { expect, it, vi } from "vitest";
import { createLatest } from "#app/lib/latest.ts";

function deferred() {
  let resolve: (value: string) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<string>((onValue, onError) => {
    resolve = onValue;
    reject = onError;
  });
  return { promise, resolve, reject };
}

it("applies the result of the latest run only, whichever finishes first", async () => {
  const latest = createLatest();
  const apply = vi.fn();
  const first = deferred();
  const second = deferred();
  const runs = [latest.run(() => first.promise, apply), latest.run(() => second.promise, apply)];
  second.resolve("second");
  first.resolve("first");
  await Promise.all(runs);
  expect(apply.mock.calls).toEqual([["second"]]);
});

it("drops the result and the error of a run that was cancelled", async () => {
  const latest = createLatest();
  const apply = vi.fn();
  const loading = deferred();
  const run = latest.run(() => loading.promise, apply);
  latest.cancel();
  loading.reject(new Error("too late"));
  await run;
  expect(apply).not.toHaveBeenCalled();
});
