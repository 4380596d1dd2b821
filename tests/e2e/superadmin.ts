import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { FunctionValue } from "#workers/functions/registry.ts";
import type { Member } from "./visitor.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** As an operator does it, in the data folder of the server that the tests run against. */
export function grantSuperadmin({ username }: Member): void {
  const sql = `UPDATE users SET super_admin = 1 WHERE username = '${username}'`;
  const args = ["d1", "execute", "DB", "--local", "--persist-to", ".wrangler/e2e", "--command", sql];
  const env = { ...process.env, CI: "1", WRANGLER_SEND_METRICS: "false" };
  execFileSync(process.execPath, ["node_modules/wrangler/bin/wrangler.js", ...args], { cwd: ROOT, env, stdio: "pipe" });
}

type OutboxMail = FunctionValue<"dev.listMails">["mails"][number];

/** The newest mail to somebody, as soon as there is one. */
export async function mailTo(email: string, superadmin: Member): Promise<OutboxMail> {
  for (let tries = 0; tries < 50; tries++) {
    const { mails } = await superadmin.call("query", "dev.listMails", {});
    const mail = mails.find(({ to }) => to === email);
    if (mail) return mail;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`no mail to ${email}`);
}
