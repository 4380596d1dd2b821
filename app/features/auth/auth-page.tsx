import { useRevalidator } from "@remix-run/react";
import { useState } from "react";
import type { AuthMessage } from "#app/app-state/dialogs.ts";
import { AuthForm, type AuthView } from "./auth-form.tsx";
import { PageCard } from "./page-card.tsx";

/** The sign-in as a page. After a sign-in, the page's loader redirects. */
export function AuthPage({ message }: { readonly message: AuthMessage | null }) {
  const revalidator = useRevalidator();
  const [view, setView] = useState<AuthView>("login");
  return (
    <PageCard isRoomy>
      <AuthForm
        // another message, as after the redirect of a provider, resets the form
        key={message?.statusMessage}
        view={view}
        onView={setView}
        purpose={null}
        message={message}
        hasHeading
        onSignedIn={() => revalidator.revalidate()}
      />
    </PageCard>
  );
}
