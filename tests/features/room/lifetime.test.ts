import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createLifetime } from "#app/features/room/lifetime.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("stays open while it is retained, also when one user is replaced by another", () => {
  const close = vi.fn();
  const { retain, closeIfUnused } = createLifetime(close);
  const release = retain();
  closeIfUnused();
  release();
  const releaseAgain = retain();
  vi.runAllTimers();
  expect(close).not.toHaveBeenCalled();
  releaseAgain();
  vi.runAllTimers();
  expect(close).toHaveBeenCalledOnce();
});

it("closes once, although its opening was canceled and the page was left", () => {
  const close = vi.fn();
  const { retain, closeIfUnused } = createLifetime(close);
  closeIfUnused();
  closeIfUnused();
  retain()();
  vi.runAllTimers();
  expect(close).toHaveBeenCalledOnce();
});
