/** Makes others wait until it is released. */
export type Latch = { readonly released: Promise<void>; release(): void };

export function createLatch(): Latch {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { released, release: () => release() };
}
