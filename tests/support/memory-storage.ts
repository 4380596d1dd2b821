type MemoryStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Web storage in memory, whose own keys are those of its values. */
export function createMemoryStorage(): MemoryStorage {
  const methods: MemoryStorage = {
    getItem: (key) => Reflect.get(storage, key) ?? null,
    setItem: (key, value) => void Reflect.set(storage, key, value),
    removeItem: (key) => void Reflect.deleteProperty(storage, key),
  };
  const storage: MemoryStorage = Object.create(methods);
  return storage;
}

function refuse(): never {
  throw new Error("The operation is insecure.");
}

/** The storage of a browser that forbids it. */
export const FORBIDDEN_STORAGE: MemoryStorage = { getItem: refuse, setItem: refuse, removeItem: refuse };
