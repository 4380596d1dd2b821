import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { FunctionValue } from "#workers/api/registry.ts";
import { DATA } from "./stored-user.ts";
import { expect } from "./test.ts";
import type { TestUser } from "./test-user.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

export function grantSuperadmin({ username }: TestUser): void {
  const output = runAdmin("grant", username);
  if (!output.includes(`(@${username}) is now a superadmin.`)) throw new Error(output);
}

/** Runs `npm run admin`. Returns what it prints. */
function runAdmin(...args: readonly string[]): string {
  const command = ["scripts/admin.mjs", ...args, "--data", DATA];
  return execFileSync(process.execPath, command, { cwd: ROOT, encoding: "utf8", stdio: "pipe" });
}

type OutboxMail = FunctionValue<"dev.listMails">["mails"][number];

/** Waits for a mail to this address in the outbox. Returns the newest one. */
export async function waitForMail(email: string, superadmin: TestUser): Promise<OutboxMail> {
  const findMail = async () => {
    const { mails } = await superadmin.call("query", "dev.listMails", {});
    return mails.find(({ to }) => to === email);
  };
  await expect.poll(findMail).toBeDefined();
  const mail = await findMail();
  if (!mail) throw new Error(`the mail to ${email} has disappeared`);
  return mail;
}
