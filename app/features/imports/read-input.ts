import type { Service } from "#app/domain/imports/service.ts";
import { isServicePage, parseServiceLink } from "#app/domain/imports/service-links.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import type { ListRequest } from "./service-search.ts";

/**
 * The request that a text in the search field means: the link of a service, whichever is selected, or a search in the selected
 * one. Null for an empty text where there is no account to browse.
 */
export function readInput(
  text: string,
  { selected, offered }: { readonly selected: Service; readonly offered: readonly Service[] },
): Result<ListRequest | null, "service-link-invalid" | "service-unavailable"> {
  const input = text.trim();
  const link = parseServiceLink(input);
  if (link) {
    const { service } = link;
    return offered.includes(service) ? ok({ type: "link", service, link: input }) : fail("service-unavailable");
  }
  if (isServicePage(input)) return fail("service-link-invalid");
  return ok(input === "" && selected === "spotify" ? null : { type: "search", service: selected, query: input });
}
