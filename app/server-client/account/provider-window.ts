import { useCallback, useEffect, useState } from "react";
import type { Provider } from "#app/domain/accounts/provider.ts";
import { useLatestRef } from "#app/lib/use-latest.ts";
import { type ProviderAttempt, type ProviderAttemptOptions, startAttempt, waitForResult } from "./provider-attempt.ts";

export type ProviderAuthorization = {
  /** The provider whose window is open. */
  readonly waitingFor: Provider | null;
  /**
   * Must be called in the handler of a click or key press, or soon after it: browsers block other windows, and the page itself
   * then goes to the provider.
   */
  readonly start: (provider: Provider) => void;
  readonly cancel: () => void;
};

/** Signs in with a provider, or links one, in a popup window. Without a popup the page itself goes to the provider. */
export function useProviderAuthorization({ purpose, onDone, onFailed }: ProviderAttemptOptions): ProviderAuthorization {
  const [attempt, setAttempt] = useState<ProviderAttempt | null>(null);
  const callbacks = useLatestRef({ onDone, onFailed });

  useEffect(() => {
    if (!attempt) return;
    return waitForResult(attempt, {
      purpose,
      onEnd: () => setAttempt(null),
      onDone: (provider) => callbacks.current.onDone(provider),
      onFailed: (failure) => callbacks.current.onFailed(failure),
    });
  }, [attempt, purpose, callbacks]);

  const start = (provider: Provider) => setAttempt(startAttempt(purpose, provider));
  const cancel = useCallback(() => setAttempt(null), []);
  return { waitingFor: attempt?.provider ?? null, start, cancel };
}
