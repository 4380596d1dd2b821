import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Output, type OutputDeps } from "#app/audio/output.ts";

const START_MS = 1_700_000_000_000;

beforeEach(() => {
  vi.useFakeTimers({ now: START_MS });
});
afterEach(() => {
  vi.useRealTimers();
});

/** An output that runs. Its timestamps advance at `speed` times the page's clock. */
function createOutput({ speed }: { readonly speed: number }) {
  const localNowMs = () => Date.now() - START_MS;
  const context = {
    state: "running",
    suspend: vi.fn(async () => {
      context.state = "suspended";
    }),
    baseLatency: 0.01,
    outputLatency: 0,
    onstatechange: null,
    get currentTime() {
      return localNowMs() / 1000;
    },
    getOutputTimestamp: () => ({ contextTime: localNowMs() / 1000, performanceTime: localNowMs() * speed }),
  };
  const resume = vi.fn(async () => {
    context.state = "running";
  });
  const player = { context, route: "direct", resume } as unknown as OutputDeps["player"];
  const output = new Output({ player, localNowMs, mayReopen: () => false, onChange: () => undefined });
  return { output, suspend: context.suspend, resume };
}

it.each([
  ["at double speed is opened again", 2, 1],
  ["that are right is only measured again", 1, 0],
])("OC9 after a sleep, an output with timestamps %s", async (_name, speed, openings) => {
  const { output, suspend, resume } = createOutput({ speed });
  await vi.advanceTimersByTimeAsync(3000);
  expect(output.estimate).not.toBeNull();
  output.recover();
  expect(output.estimate).toBeNull();
  expect(output.isRunning).toBe(true);
  await vi.advanceTimersByTimeAsync(1000);
  expect(output.estimate).not.toBeNull();
  expect(suspend).toHaveBeenCalledTimes(openings);
  expect(resume).toHaveBeenCalledTimes(openings);
  output.close();
});
