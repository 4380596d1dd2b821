import { expect, it } from "vitest";
import { createReload } from "#app/features/playlist/reload.ts";

/** A step that a test lets end. */
function createStep() {
  const ends: (() => void)[] = [];
  const start = () => new Promise<void>((resolve) => ends.push(resolve));
  return { start, count: () => ends.length, end: () => ends.at(-1)?.() };
}

async function settle(): Promise<void> {
  for (let i = 0; i < 5; i++) await Promise.resolve();
}

it("finishes the load that is running, however many changes come, and then loads once more", async () => {
  const [load, pause] = [createStep(), createStep()];
  const reload = createReload({ load: load.start, pause: pause.start });
  for (let i = 0; i < 10; i++) reload();
  expect(load.count()).toBe(1);
  load.end();
  await settle();
  for (let i = 0; i < 10; i++) reload();
  expect([load.count(), pause.count()]).toEqual([1, 1]);
  pause.end();
  await settle();
  expect(load.count()).toBe(2);
  load.end();
  await settle();
  pause.end();
  await settle();
  expect(load.count()).toBe(2);
  reload();
  expect(load.count()).toBe(3);
});
