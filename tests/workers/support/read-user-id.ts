import { env } from "cloudflare:test";
import type { UserId } from "#app/domain/ids.ts";

/** @throws if no user has the username */
export async function readUserId({ username }: { readonly username: string }): Promise<UserId> {
  const id = await env.DB.prepare("SELECT id FROM users WHERE username = ?").bind(username).first<UserId>("id");
  if (!id) throw new Error(`no user ${username}`);
  return id;
}
