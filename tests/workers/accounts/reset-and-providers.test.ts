import { env } from "cloudflare:test";
import { expect, it } from "vitest";
import type { Provider } from "#app/domain/accounts/provider.ts";
import { createDb } from "#db/client.ts";
import { listLinkedAccounts } from "#db/queries/linked-accounts.ts";
import { authorize, createBrowser, createProviderAccount, installFakeProviders, providers } from "./provider-browser.ts";
import { requestResetLink } from "./reset-mail.ts";

installFakeProviders();

/** Signs a user up through a provider and resets the password by mail. Returns the accounts that are still linked. */
async function resetAfter(provider: Provider, isEmailVerified: boolean, change: { email?: string } = {}) {
  const account = createProviderAccount();
  providers.setAccount(provider, { ...account, isEmailVerified });
  const browser = createBrowser();
  await authorize(browser, { provider });
  const user = await browser.fetchUser();
  if (!user) throw new Error("the sign-up has failed");
  const email = change.email ?? account.email;
  const args = { id: user.id, email };
  if (change.email) await browser.post("/api/mutation", { path: "users.updateUserProfile", format: "json", args });
  const token = await requestResetLink(email);
  const reset = await createBrowser().post("/api/auth/reset-password-with-token", { token, newPassword: "mine again" });
  expect(reset.status).toBe(200);
  return (await listLinkedAccounts(createDb(env.DB), user.id)).map((linked) => linked.provider);
}

it("a password reset unlinks an account whose email the provider has not verified", async () => {
  expect(await resetAfter("google", false)).toEqual([]);
  expect(await resetAfter("github", false)).toEqual([]);
  // this provider never reports an email as verified
  expect(await resetAfter("spotify", true)).toEqual([]);
});

it("a password reset keeps a linked account with the same verified email", async () => {
  expect(await resetAfter("google", true)).toEqual(["google"]);
  expect(await resetAfter("github", true)).toEqual(["github"]);
});

it("a password reset unlinks an account that was verified for an earlier email", async () => {
  expect(await resetAfter("google", true, { email: "another@example.org" })).toEqual([]);
});
