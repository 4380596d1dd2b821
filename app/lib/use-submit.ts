import { useCallback, useEffect, useRef, useState } from "react";
import { useLatestRef } from "./use-latest.ts";

/** The state of a form: waiting for input, sent, or refused. */
type SubmitState<Failure> =
  | { readonly status: "idle" }
  | { readonly status: "pending" }
  | { readonly status: "failed"; readonly error: Failure };

type Submit<Args extends readonly unknown[], Failure> = {
  readonly isPending: boolean;
  readonly error: Failure | null;
  /** Sends the form. Does nothing while an earlier submission is pending. */
  submit(...args: Args): Promise<void>;
  /** Clears the error, for example when the input changes. */
  reset(): void;
};

type Outcome<Value, Failure> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: Failure };

/** Submission of a form: one at a time, with its pending state and its error. `onSuccess` is skipped after unmounting. */
export function useSubmit<Args extends readonly unknown[], Value, Failure>(
  send: (...args: Args) => Promise<Outcome<Value, Failure>>,
  onSuccess?: (value: Value) => void,
): Submit<Args, Failure> {
  const [state, setState] = useState<SubmitState<Failure>>({ status: "idle" });
  const callbacks = useLatestRef({ send, onSuccess });
  const isPending = useRef(false);
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  const submit = useCallback(
    async (...args: Args) => {
      if (isPending.current) return;
      isPending.current = true;
      setState({ status: "pending" });
      const outcome = await callbacks.current.send(...args).finally(() => {
        isPending.current = false;
      });
      if (!isMounted.current) return;
      setState(outcome.ok ? { status: "idle" } : { status: "failed", error: outcome.error });
      if (outcome.ok) callbacks.current.onSuccess?.(outcome.value);
    },
    [callbacks],
  );
  const reset = useCallback(() => setState((now) => (now.status === "failed" ? { status: "idle" } : now)), []);
  const error = state.status === "failed" ? state.error : null;
  return { isPending: state.status === "pending", error, submit, reset };
}
