import type { AppLoadContext } from "@remix-run/cloudflare";

/** @throws a 404 response unless the session belongs to a superadmin, so that the developer pages do not reveal themselves. */
export async function requireSuperadmin(context: AppLoadContext): Promise<null> {
  const user = await context.user();
  if (user?.type !== "superadmin") throw new Response("Not Found", { status: 404 });
  return null;
}
