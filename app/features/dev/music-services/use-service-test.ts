import { useState } from "react";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { Service } from "#app/domain/imports/service.ts";
import { useLatest } from "#app/lib/use-latest.ts";
import { action, type FunctionArgs, type FunctionValue } from "#app/server-client/functions.ts";

type ServiceCall = Omit<Extract<FunctionArgs<"dev.testService">, { service: Service }>, "service">;

/** The answer of one service; null until it comes. */
export type ServiceAnswer = {
  readonly service: Service;
  readonly value: FunctionValue<"dev.testService"> | null;
  readonly error: ErrorCode | null;
};

/** Calls music services one beside another. A later call replaces an earlier one. */
export function useServiceTest(services: readonly Service[]) {
  const [answers, setAnswers] = useState<readonly ServiceAnswer[]>([]);
  const [isLoading, setIsLoading] = useState(false);
  const latest = useLatest();
  const test = (call: ServiceCall) => {
    setIsLoading(true);
    void latest.run(
      () =>
        Promise.all(
          services.map(async (service): Promise<ServiceAnswer> => {
            // the form has made one of the kinds of arguments
            const result = await action("dev.testService", { service, ...call } as FunctionArgs<"dev.testService">);
            return result.ok ? { service, value: result.value, error: null } : { service, value: null, error: result.error };
          }),
        ),
      (next) => {
        setIsLoading(false);
        setAnswers(next);
      },
    );
  };
  return { answers, isLoading, test };
}
