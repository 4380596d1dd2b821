import { useCallback, useState } from "react";
import type { ErrorCode } from "#app/domain/errors.ts";
import { useLatestLoad } from "#app/lib/use-latest.ts";
import { type FunctionArgs, type FunctionName, type FunctionValue, query } from "#app/server-client/functions.ts";

type LoadedValue<Value> = {
  /** The latest value; null before the first one. */
  readonly value: Value | null;
  /** Why the latest call failed; null if it did not. */
  readonly error: ErrorCode | null;
  readonly isLoading: boolean;
  reload(): void;
};

/** Calls a query when the component mounts, when its arguments change, and on `reload`. */
export function useFunctionQuery<Name extends FunctionName>(
  name: Name,
  args: FunctionArgs<Name>,
): LoadedValue<FunctionValue<Name>> {
  const [round, setRound] = useState(0);
  const [value, setValue] = useState<FunctionValue<Name> | null>(null);
  const [error, setError] = useState<ErrorCode | null>(null);
  const [loadedKey, setLoadedKey] = useState<string | null>(null);
  const key = `${round} ${JSON.stringify(args)}`;
  useLatestLoad({
    key,
    load: () => query(name, args),
    apply: (result) => {
      setLoadedKey(key);
      setError(result.ok ? null : result.error);
      if (result.ok) setValue(result.value);
    },
  });
  return { value, error, isLoading: loadedKey !== key, reload: useCallback(() => setRound((n) => n + 1), []) };
}
