import { describe, expect, it } from "vitest";
import { FairQueue } from "#app/lib/fair-queue.ts";

/** A queue whose tasks end when the test says so, and the names of those that have begun. */
function observe(limits: ConstructorParameters<typeof FairQueue>[0]) {
  const queue = new FairQueue(limits);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const add = (key: string, name: string) =>
    queue.run(key, () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    for (let turns = 0; turns < 5; turns++) await Promise.resolve();
  };
  const settle = () => end("");
  return { begun, add, end, settle };
}

describe("a fair queue", () => {
  it("runs a few tasks at once, and the next when one ends", async () => {
    const { begun, add, end, settle } = observe({ atOnce: 2, atOncePerKey: 2, waitingPerKey: 10 });
    for (const name of ["a", "b", "c"]) void add("mira", name);
    await settle();
    expect(begun).toEqual(["a", "b"]);
    await end("b");
    expect(begun).toEqual(["a", "b", "c"]);
  });

  it("WK2 lets the keys take turns", async () => {
    const { begun, add, end, settle } = observe({ atOnce: 1, atOncePerKey: 1, waitingPerKey: 10 });
    for (const name of ["a1", "a2", "a3"]) void add("greedy", name);
    void add("leo", "b1");
    await settle();
    for (const name of ["a1", "b1", "a2"]) await end(name);
    expect(begun).toEqual(["a1", "b1", "a2", "a3"]);
  });

  it("WK2 leaves places to others when one key has used up its own", async () => {
    const { begun, add, settle } = observe({ atOnce: 3, atOncePerKey: 2, waitingPerKey: 10 });
    for (const name of ["a1", "a2", "a3"]) void add("greedy", name);
    void add("leo", "b1");
    await settle();
    expect(begun).toEqual(["a1", "a2", "b1"]);
  });

  it("refuses a task when too many of its key wait", async () => {
    const { add } = observe({ atOnce: 1, atOncePerKey: 1, waitingPerKey: 1 });
    expect(add("greedy", "runs")).not.toBeNull();
    expect(add("greedy", "waits")).not.toBeNull();
    expect(add("greedy", "is refused")).toBeNull();
    expect(add("leo", "waits too")).not.toBeNull();
  });

  it("goes on after a task that fails", async () => {
    const { begun, add, end, settle } = observe({ atOnce: 1, atOncePerKey: 1, waitingPerKey: 5 });
    const queue = new FairQueue({ atOnce: 1, atOncePerKey: 1, waitingPerKey: 5 });
    const failing = queue.run("mira", () => Promise.reject(new Error("lost")));
    const following = queue.run("mira", async () => "ran");
    await expect(failing).rejects.toThrow("lost");
    await expect(following).resolves.toBe("ran");
    void add("mira", "a");
    await settle();
    await end("a");
    expect(begun).toEqual(["a"]);
  });
});
