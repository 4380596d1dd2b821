/** The static routing API. Source: https://www.w3.org/TR/service-workers/#dictdef-routerrule. */
type RouterRule = { readonly condition: { readonly urlPattern: string }; readonly source: "network" };
type RoutableEvent = ExtendableEvent & { readonly addRoutes?: (rules: readonly RouterRule[]) => Promise<void> };

/** The requests of a playing room. */
const PATTERNS = ["/api/*", "/media/*"] as const;

/** Lets the browser send these requests without waking the worker. Browsers without static routes wake it for nothing. */
export async function leaveToNetwork(event: RoutableEvent): Promise<void> {
  try {
    await event.addRoutes?.(PATTERNS.map((urlPattern) => ({ condition: { urlPattern }, source: "network" })));
  } catch {
    // an earlier version of the API with other rules
  }
}
