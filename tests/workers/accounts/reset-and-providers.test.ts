import { env } from "cloudflare:test";
import { expect, it } from "vitest";
import type { Provider } from "#app/domain/accounts/provider.ts";
import { createDb } from "#db/client.ts";
import { listLinked } from "#db/queries/linked-accounts.ts";
import { fakeProvidersForEachTest, newAccount, newBrowser, providers, visit } from "./provider-browser.ts";
import { askForLink } from "./reset-mail.ts";

fakeProvidersForEachTest();

/** Somebody signs up by a provider; whoever reads the mail of that address resets the password then: what is still linked. */
async function resetAfter(provider: Provider, isEmailVerified: boolean, change: { email?: string } = {}) {
  const account = newAccount();
  providers.setAccount(provider, { ...account, isEmailVerified });
  const browser = newBrowser();
  await visit(browser, { provider });
  const user = await browser.whoAmI();
  if (!user) throw new Error("nobody was signed up");
  const email = change.email ?? account.email;
  const args = { id: user.id, email };
  if (change.email) await browser.post("/api/mutation", { path: "users.updateUserProfile", format: "json", args });
  const token = await askForLink(email);
  const reset = await newBrowser().post("/api/auth/reset-password-with-token", { token, newPassword: "mine again" });
  expect(reset.status).toBe(200);
  return (await listLinked(createDb(env.DB), user.id)).map((linked) => linked.provider);
}

it("a reset ends links of an account whose email the provider has not verified: its owner may be somebody else", async () => {
  expect(await resetAfter("google", false)).toEqual([]);
  expect(await resetAfter("github", false)).toEqual([]);
  // it says an email, and never that it has seen it
  expect(await resetAfter("spotify", true)).toEqual([]);
});

it("a reset keeps links that are proven to be of whom the mail reaches", async () => {
  expect(await resetAfter("google", true)).toEqual(["google"]);
  expect(await resetAfter("github", true)).toEqual(["github"]);
});

it("a reset ends links that are proven for another email than the account has by now", async () => {
  expect(await resetAfter("google", true, { email: "somebody.else@example.org" })).toEqual([]);
});
