import type { Service } from "#app/domain/imports/service.ts";

/** The address of a service's cover, which the server fetches. Null without a cover. */
export function serviceCoverUrl({
  service,
  cover,
}: {
  readonly service: Service;
  readonly cover: string | null;
}): string | null {
  return cover === null ? null : `/api/imports/cover?${new URLSearchParams({ service, cover })}`;
}
