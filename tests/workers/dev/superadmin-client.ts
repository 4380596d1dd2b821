import { env } from "cloudflare:test";
import { registerUser } from "#tests/workers/support/client.ts";

/** A new user who is a superadmin. */
export async function registerSuperadmin(): ReturnType<typeof registerUser> {
  const user = await registerUser("Developer");
  await env.DB.prepare("UPDATE users SET super_admin = 1 WHERE username = ?").bind(user.username).run();
  return user;
}
