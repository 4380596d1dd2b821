import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { findSystemOutput, type MediaDevice } from "#app/app-state/audio-outputs.ts";
import { OutputDelays } from "#app/app-state/output-delays.ts";
import { createStore } from "#app/lib/store.ts";

const speaker = (deviceId: string, label: string, groupId = deviceId): MediaDevice => {
  return { kind: "audiooutput", deviceId, label, groupId };
};
const SYSTEM = speaker("default", "Default - Laptop", "laptop");
const LAPTOP = speaker("laptop-id", "Laptop", "laptop");
const TELEVISION = speaker("tv-id", "Television", "tv");
const UNNAMED = speaker("", "");

let items: Map<string, string>;
beforeEach(() => {
  items = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

/** A browser whose outputs the test changes. */
function createBrowser(listed: readonly MediaDevice[]) {
  let devices = listed;
  const listeners = new Set<() => void>();
  const media = {
    enumerateDevices: async () => devices,
    addEventListener: (_type: "devicechange", listener: () => void) => void listeners.add(listener),
    removeEventListener: (_type: "devicechange", listener: () => void) => void listeners.delete(listener),
    selectAudioOutput: async () => TELEVISION,
  };
  const outputs = new OutputDelays(() => media);
  return {
    outputs,
    listeners,
    async change(next: readonly MediaDevice[]) {
      devices = next;
      for (const listener of listeners) listener();
      await vi.waitFor(() => expect(outputs.list.get()).toHaveLength(next.filter(isPhysical).length + 1));
      await Promise.resolve();
    },
  };
}

function isPhysical({ deviceId }: MediaDevice): boolean {
  return deviceId !== "" && deviceId !== "default";
}

function createSink({ isRefused = false } = {}) {
  const sinkId = createStore("");
  return {
    canSetSink: true,
    sinkId,
    async setSink(id: string) {
      if (isRefused) throw new DOMException("not allowed", "NotAllowedError");
      sinkId.set(id);
    },
  };
}

it("the system's output is the physical one of its label and group", () => {
  expect(findSystemOutput([SYSTEM, LAPTOP, TELEVISION])).toEqual({ key: "laptop-id", name: "Laptop", sinkId: "" });
  // two outputs of one card share its group
  const hdmi = speaker("hdmi-id", "HDMI", "laptop");
  expect(findSystemOutput([SYSTEM, hdmi, LAPTOP]).key).toBe("laptop-id");
  expect(findSystemOutput([speaker("default", "", "tv"), LAPTOP, TELEVISION]).key).toBe("tv-id");
});

it("an output that the browser does not name is the default one", () => {
  for (const devices of [[], [UNNAMED], [speaker("default", "", "")]]) {
    expect(findSystemOutput(devices)).toEqual({ key: "default", name: null, sinkId: "" });
  }
  expect(findSystemOutput([speaker("default", "Default - Other", "x"), LAPTOP])).toMatchObject({
    key: "default",
    name: "Default - Other",
  });
});

it("each output has its delay again when it comes back", async () => {
  const { outputs, change } = createBrowser([SYSTEM, LAPTOP]);
  const changes = vi.fn();
  const stop = outputs.watch(changes);
  await outputs.refresh();
  outputs.setDelay(20);
  await change([speaker("default", "Default - Television", "tv"), LAPTOP, TELEVISION]);
  expect(outputs.current.get()).toEqual({ key: "tv-id", name: "Television", sinkId: "" });
  expect(outputs.delayMs.get()).toBe(0);
  outputs.setDelay(150);
  await change([SYSTEM, LAPTOP]);
  expect(outputs.delayMs.get()).toBe(20);
  expect(changes).toHaveBeenCalledTimes(2);
  stop();
  await change([SYSTEM, LAPTOP]);
  expect(changes).toHaveBeenCalledTimes(2);
});

it("the delay stays when the browser begins to name the outputs", async () => {
  items.set("output-adjustment-ms", "140");
  const { outputs, change } = createBrowser([UNNAMED]);
  outputs.watch(() => undefined);
  await outputs.refresh();
  expect(outputs.delayMs.get()).toBe(140);
  await change([SYSTEM, LAPTOP]);
  expect(outputs.current.get().key).toBe("laptop-id");
  expect(outputs.delayMs.get()).toBe(140);
});

it("listeners learn of a new delay and of another output", async () => {
  const { outputs, change } = createBrowser([SYSTEM, LAPTOP]);
  outputs.watch(() => undefined);
  await outputs.refresh();
  const listener = vi.fn();
  const unsubscribe = outputs.delayMs.subscribe(listener);
  outputs.setDelay(30);
  expect(listener).toHaveBeenCalledTimes(1);
  await change([speaker("default", "Default - Television", "tv"), LAPTOP, TELEVISION]);
  expect(listener.mock.calls.length).toBeGreaterThan(1);
  unsubscribe();
  const count = listener.mock.calls.length;
  outputs.setDelay(31);
  expect(listener).toHaveBeenCalledTimes(count);
});

it("a chosen output is used, and again when it comes back", async () => {
  const { outputs, change } = createBrowser([SYSTEM, LAPTOP, TELEVISION]);
  const sink = createSink();
  expect(await outputs.choose("tv-id")).toBe(false);
  outputs.watch(() => undefined);
  outputs.attachSink(sink);
  await outputs.refresh();
  expect(await outputs.choose("tv-id")).toBe(true);
  expect(outputs.current.get()).toEqual({ key: "tv-id", name: "Television", sinkId: "tv-id" });
  // the engine leaves an output that has gone
  sink.sinkId.set("");
  await change([SYSTEM, LAPTOP]);
  expect(outputs.current.get().key).toBe("laptop-id");
  await change([SYSTEM, LAPTOP, TELEVISION]);
  await vi.waitFor(() => expect(sink.sinkId.get()).toBe("tv-id"));
  expect(outputs.current.get().key).toBe("tv-id");
});

it("a page uses the output that an earlier one has chosen", async () => {
  items.set("audio-output", '"tv-id"');
  const { outputs } = createBrowser([SYSTEM, LAPTOP, TELEVISION]);
  const sink = createSink();
  outputs.attachSink(sink);
  await vi.waitFor(() => expect(outputs.current.get().key).toBe("tv-id"));
});

it("an output that the browser refuses is not chosen", async () => {
  const { outputs } = createBrowser([SYSTEM, LAPTOP, TELEVISION]);
  outputs.attachSink(createSink({ isRefused: true }));
  await outputs.refresh();
  expect(await outputs.choose("tv-id")).toBe(false);
  expect(outputs.current.get().key).toBe("laptop-id");
  expect(items.has("audio-output")).toBe(false);
});

it("the output of the browser's own list is chosen", async () => {
  const { outputs } = createBrowser([SYSTEM, LAPTOP, TELEVISION]);
  outputs.attachSink(createSink());
  expect(outputs.canSelect).toBe(true);
  expect(await outputs.select()).toBe(true);
  expect(outputs.current.get().key).toBe("tv-id");
});
