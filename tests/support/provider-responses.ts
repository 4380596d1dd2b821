import type { Provider } from "#app/domain/accounts/provider.ts";

// The responses of the fake providers.

/** The account that is signed in at a provider. */
export type ProviderAccount = {
  readonly id: string;
  readonly name?: string | null;
  /** Only GitHub has logins. */
  readonly login?: string;
  readonly email?: string | null;
  readonly isEmailVerified?: boolean;
};

/** How requests to an endpoint of a provider fail. */
export type ProviderFault = {
  readonly at: "token" | "profile" | "emails";
  readonly how: "status-500" | "silent" | "garbage" | "error-body" | "wrong-token" | "huge" | "redirect";
};

/** The response of a faulty endpoint. Null if the fault changes only the content of the token. */
export async function failRequest({ how }: ProviderFault, request: Request): Promise<Response | null> {
  switch (how) {
    case "status-500":
      return new Response("Internal Server Error", { status: 500 });
    case "silent":
      return new Promise((_, reject) => request.signal.addEventListener("abort", () => reject(request.signal.reason)));
    case "garbage":
      return new Response("<html>We are down for maintenance</html>", { headers: { "Content-Type": "application/json" } });
    case "error-body":
      return Response.json({ error: "bad_verification_code", error_description: "The code passed is incorrect." });
    case "huge":
      return Response.json({ access_token: "x", id: "1", sub: "1", padding: "x".repeat(1024 * 1024) });
    case "redirect":
      return Response.redirect("http://127.0.0.1:9/elsewhere", 307);
    case "wrong-token":
      return null;
  }
}

/** An error of the token endpoint. GitHub sends errors with status 200. */
export function refuseToken(provider: Provider, error: string, status: number): Response {
  return Response.json({ error, error_description: "refused" }, { status: provider === "github" ? 200 : status });
}

export function createProfile(provider: Provider, account: ProviderAccount): object {
  return PROFILES[provider](account);
}

const PROFILES: Readonly<Record<Provider, (account: ProviderAccount) => object>> = {
  google: ({ id, name, email, isEmailVerified = true }) => ({
    sub: id,
    ...(name && { name }),
    ...(email && { email, email_verified: isEmailVerified }),
  }),
  // The profile contains the public email, which may differ from the verified addresses.
  github: ({ id, name = null, login = `login-${id}` }) => ({ id: Number(id), login, name, email: "public@example.org" }),
  spotify: ({ id, name = null, email }) => ({ id, display_name: name, ...(email && { email }) }),
};

/** The response of GitHub's endpoint for email addresses. */
export function listEmails({ email, isEmailVerified = true }: ProviderAccount): readonly object[] {
  const other = { email: "other@users.noreply.example.org", primary: false, verified: true };
  return email ? [other, { email, primary: true, verified: isEmailVerified }] : [other];
}

/** A page with links to allow or cancel. Without an account there is only "Cancel". */
export function createConsentPage(provider: Provider, url: URL, account: ProviderAccount | undefined): Response {
  const link = (choice: string, text: string) => {
    const to = new URL(url);
    to.searchParams.set("choice", choice);
    return `<p><a href="${`${to.pathname}${to.search}`.replaceAll("&", "&amp;")}">${text}</a></p>`;
  };
  const links = [...(account ? [link("allow", "Continue")] : []), link("cancel", "Cancel")];
  const html = `<!doctype html><html lang="en"><title>${provider}</title><h1>Sign in with ${provider}</h1>${links.join("")}</html>`;
  return new Response(html, { headers: { "Content-Type": "text/html; charset=utf-8" } });
}
