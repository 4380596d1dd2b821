import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { FunctionValue } from "#workers/functions/registry.ts";
import type { Member } from "./visitor.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** As an operator does it, in the data folder of the server that the tests run against. */
export function grantSuperadmin({ username }: Member): void {
  const said = admin("grant", username);
  if (!said.includes(`(@${username}) is a superadmin now.`)) throw new Error(said);
}

/** What `npm run admin -- …` says. */
export function admin(...args: readonly string[]): string {
  const whole = ["scripts/admin.mjs", ...args, "--data", ".wrangler/e2e"];
  return execFileSync(process.execPath, whole, { cwd: ROOT, encoding: "utf8", stdio: "pipe" });
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
