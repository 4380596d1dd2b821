import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { DeviceLog } from "#app/audio/device-log.ts";
import { OutputRecovery } from "#app/audio/output-recovery.ts";
import type { OutputEstimate } from "#app/domain/sync/output-estimate.ts";

type State = "running" | "suspended" | "interrupted";

beforeEach(() => {
  vi.useFakeTimers({ now: 1_700_000_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page with an output that runs, and that resumes when it is asked to, unless a gesture is needed. */
function createPage() {
  const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
  vi.stubGlobal("document", page);
  const clock = { stoppedMs: 0, contextSec: 0 };
  const localNowMs = () => Date.now() - 1_700_000_000_000 - clock.stoppedMs;
  const context = {
    state: "running" as State,
    isStuck: false,
    get currentTime() {
      if (context.state === "running" && !context.isStuck) clock.contextSec = localNowMs() / 1000;
      return clock.contextSec;
    },
  };
  const output = {
    estimate: null as OutputEstimate | null,
    isStopped: false,
    needsGesture: false,
    wakes: 0,
    revivals: 0,
    get isRunning() {
      return context.state === "running";
    },
    get isInterrupted() {
      return context.state !== "running" && !output.isStopped;
    },
    wake() {
      output.wakes += 1;
      if (!output.needsGesture && output.isInterrupted) context.state = "running";
    },
    async revive() {
      output.revivals += 1;
    },
  };
  const log = new DeviceLog();
  const onSleep = vi.fn();
  let fail = (): void => undefined;
  const onOutputError = (listener: () => void) => {
    fail = listener;
  };
  const recovery = new OutputRecovery({ output, player: { context, onOutputError }, log, localNowMs, onSleep });
  recovery.update();
  const timer = setInterval(() => recovery.update(), 200);
  const show = (isVisible: boolean): void => {
    page.visibilityState = isVisible ? "visible" : "hidden";
    page.dispatchEvent(new Event("visibilitychange"));
  };
  const close = (): void => {
    clearInterval(timer);
    recovery.close();
  };
  const kinds = () => log.get().map(({ kind }) => kind);
  const report = (stallMs: number) => recovery.receive({ voices: [], stallMs });
  return { clock, context, output, log, kinds, onSleep, show, close, report, fail: () => fail() };
}

it("resumes an output within 2 s after the page is shown again, and logs what it did", () => {
  const { context, kinds, show, close } = createPage();
  show(false);
  vi.advanceTimersByTime(1000);
  context.state = "interrupted";
  vi.advanceTimersByTime(60_000);
  expect(context.state).toBe("interrupted");
  show(true);
  vi.advanceTimersByTime(400);
  expect(context.state).toBe("running");
  expect(kinds()).toEqual(["sound-on", "page-hidden", "interrupted", "page-shown", "resumed"]);
  close();
});

it("follows the page no more after it is closed", () => {
  const { context, output, kinds, show, close } = createPage();
  close();
  context.state = "interrupted";
  show(false);
  show(true);
  expect([output.wakes, ...kinds()]).toEqual([0, "sound-on"]);
});

it("tries again while the page is visible, as long as a call lasts", () => {
  const { context, output, kinds, close } = createPage();
  output.needsGesture = true;
  context.state = "interrupted";
  vi.advanceTimersByTime(5000);
  expect(output.wakes).toBeGreaterThanOrEqual(4);
  output.needsGesture = false;
  vi.advanceTimersByTime(1500);
  expect(kinds()).toEqual(["sound-on", "interrupted", "resumed"]);
  close();
});

it("does not resume what its user has stopped", () => {
  const { context, output, kinds, close } = createPage();
  output.isStopped = true;
  context.state = "suspended";
  vi.advanceTimersByTime(5000);
  expect([output.wakes, ...kinds()]).toEqual([0, "sound-on", "sound-off"]);
  close();
});

it("notices a sleep by the date where the page's clock stops, and measures the clocks again", () => {
  const { clock, log, onSleep, close } = createPage();
  vi.advanceTimersByTime(1000);
  vi.setSystemTime(Date.now() + 600_000);
  clock.stoppedMs += 600_000;
  vi.advanceTimersByTime(400);
  expect(onSleep).toHaveBeenCalledOnce();
  expect(log.get().at(-1)).toMatchObject({ kind: "asleep" });
  expect(Math.abs((log.get().at(-1)?.value ?? 0) - 600_000)).toBeLessThan(1000);
  close();
});

it("does not take a busy page for a sleep, while its sound plays on", () => {
  const { onSleep, close } = createPage();
  vi.advanceTimersByTime(1000);
  vi.setSystemTime(Date.now() + 10_000);
  vi.advanceTimersByTime(400);
  expect(onSleep).not.toHaveBeenCalled();
  close();
});

it("notices a sleep by the audio thread, where the output caught up before the page could see it", () => {
  const { onSleep, kinds, report, close } = createPage();
  vi.advanceTimersByTime(1000);
  vi.setSystemTime(Date.now() + 10_000);
  vi.advanceTimersByTime(200);
  report(40);
  expect(onSleep).not.toHaveBeenCalled();
  report(9900);
  report(9900);
  expect(onSleep).toHaveBeenCalledOnce();
  expect(kinds()).toEqual(["sound-on", "asleep"]);
  close();
});

it("an audio thread that stood still without the page is not a sleep", () => {
  const { onSleep, report, close } = createPage();
  vi.advanceTimersByTime(1000);
  report(9900);
  expect(onSleep).not.toHaveBeenCalled();
  close();
});

it("measures again when the output has caught up with what it missed in a sleep", () => {
  const { context, onSleep, kinds, close } = createPage();
  vi.advanceTimersByTime(1000);
  context.isStuck = true;
  vi.setSystemTime(Date.now() + 10_000);
  vi.advanceTimersByTime(200);
  expect(onSleep).toHaveBeenCalledOnce();
  context.isStuck = false;
  vi.advanceTimersByTime(200);
  expect(onSleep).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(5000);
  expect(onSleep).toHaveBeenCalledTimes(2);
  expect(kinds()).toEqual(["sound-on", "asleep"]);
  close();
});

it("does not take the rare timers of a hidden page that is silent for a sleep", () => {
  const { context, output, onSleep, show, close } = createPage();
  output.isStopped = true;
  context.state = "suspended";
  show(false);
  vi.advanceTimersByTime(400);
  vi.setSystemTime(Date.now() + 60_000);
  vi.advanceTimersByTime(400);
  expect(onSleep).not.toHaveBeenCalled();
  close();
});

it("opens an output again whose time stands still: soon after a return, and otherwise after 3 s, with growing pauses", () => {
  const { context, output, log, show, close } = createPage();
  context.isStuck = true;
  vi.advanceTimersByTime(2800);
  expect(output.revivals).toBe(0);
  vi.advanceTimersByTime(600);
  expect(output.revivals).toBe(1);
  expect(log.get().at(-1)).toMatchObject({ kind: "output-lost" });
  vi.advanceTimersByTime(30_000);
  expect(output.revivals).toBe(3);
  show(false);
  show(true);
  vi.advanceTimersByTime(1400);
  expect(output.revivals).toBe(4);
  close();
});

it("resumes an output at once that has failed, and once a second while that is refused", () => {
  const { context, output, fail, close } = createPage();
  vi.advanceTimersByTime(60_000);
  output.needsGesture = true;
  fail();
  context.state = "suspended";
  vi.advanceTimersByTime(200);
  expect(output.wakes).toBe(1);
  vi.advanceTimersByTime(3000);
  expect(output.wakes).toBe(4);
  close();
});

it("does not resume an output more than once a second that fails again and again", () => {
  const { context, output, fail, close } = createPage();
  vi.advanceTimersByTime(60_000);
  const failing = setInterval(() => {
    fail();
    context.state = "suspended";
  }, 150);
  vi.advanceTimersByTime(10_000);
  clearInterval(failing);
  expect(output.wakes).toBeGreaterThanOrEqual(5);
  expect(output.wakes).toBeLessThanOrEqual(11);
  close();
});

it("logs by how much the sound is moved, but not the drift of the clocks", () => {
  const { output, log, kinds, close } = createPage();
  const setOffset = (offsetMs: number) => {
    const rest = { atLocalMs: 0, driftPpm: 200, boundMs: 3, latencyMs: 40, isLatencyKnown: true };
    output.estimate = { offsetMs, ...rest };
    vi.advanceTimersByTime(60_000);
  };
  setOffset(100);
  setOffset(103);
  expect(kinds()).toEqual(["sound-on"]);
  setOffset(112.4);
  expect(log.get().at(-1)).toMatchObject({ kind: "output-moved" });
  expect(log.get().at(-1)?.value).toBeCloseTo(9.4, 0);
  output.estimate = null;
  vi.advanceTimersByTime(1000);
  setOffset(50);
  expect(kinds()).toEqual(["sound-on", "output-moved"]);
  close();
});
