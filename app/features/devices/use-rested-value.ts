import { useEffect, useState } from "react";
import { startTimer } from "#app/lib/timer.ts";
import { useLatestRef } from "#app/lib/use-latest.ts";
import { useStore } from "#app/lib/use-store.ts";
import { REST_MS, RestedValue } from "./rested-value.ts";

/**
 * A value of the room or of another device, and how a slider changes it. The slider shows the chosen value until the real one
 * has arrived.
 * @param send resolves to false if the value was refused
 */
export function useRestedValue<T>(value: T, send: (next: T) => Promise<boolean>): readonly [T, (next: T) => void] {
  return useChosenValue({ value, send, restMs: REST_MS });
}

/** The same for a control with few values, such as a button: each choice is sent at once. */
export function useHeldValue<T>(value: T, send: (next: T) => Promise<boolean>): readonly [T, (next: T) => void] {
  return useChosenValue({ value, send, restMs: 0 });
}

type ChosenValue<T> = {
  readonly value: T;
  readonly send: (next: T) => Promise<boolean>;
  /** A choice is sent after this, ms. */
  readonly restMs: number;
};

function useChosenValue<T>({ value, send, restMs }: ChosenValue<T>): readonly [T, (next: T) => void] {
  const latestSend = useLatestRef(send);
  const [rested] = useState(() => new RestedValue(value, { send: (next) => latestSend.current(next), after: startTimer }));
  const chosen = useStore(rested.chosen);
  useEffect(() => rested.receive(value), [rested, value]);
  useEffect(() => () => rested.close(), [rested]);
  return [chosen ? chosen.value : value, (next) => rested.choose(next, restMs)];
}
