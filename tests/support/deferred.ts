export type Deferred<T> = { readonly promise: Promise<T>; readonly resolve: (value: T) => void };

/** A promise that a test resolves. */
export function createDeferred<T>(): Deferred<T> {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
