import type { ServiceCollection } from "#app/domain/imports/service.ts";

/** Identifies a collection among those of all services. */
export function keyOfCollection({ service, kind, id }: ServiceCollection): string {
  return `${service} ${kind} ${id}`;
}
