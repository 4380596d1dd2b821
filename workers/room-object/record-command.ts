import type { Result } from "#app/domain/result.ts";
import { count, observe } from "#workers/metrics/metrics.ts";

/** Runs a command, and counts and times it. */
export function recordCommand<T>(run: () => Result<T>): Result<T> {
  const startMs = Date.now();
  const result = run();
  observe("tutti_room_command_seconds", Date.now() - startMs);
  count("tutti_room_commands_total", { outcome: result.ok ? "ok" : result.error });
  return result;
}
