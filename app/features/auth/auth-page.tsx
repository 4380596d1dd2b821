import { useRevalidator } from "@remix-run/react";
import { useState } from "react";
import type { AuthMessage } from "#app/app-state/dialogs.ts";
import { AuthForm, type AuthView } from "./auth-form.tsx";
import { PageCard } from "./page-card.tsx";

/** The way in as a page: whoever is through is sent on by its loader. */
export function AuthPage({ news }: { readonly news: AuthMessage | null }) {
  const revalidator = useRevalidator();
  const [view, setView] = useState<AuthView>("login");
  return (
    <PageCard isRoomy>
      <AuthForm
        // what comes back from a provider's page says why
        key={news?.statusMessage}
        view={view}
        onView={setView}
        news={news}
        hasHeading
        onSignedIn={() => revalidator.revalidate()}
      />
    </PageCard>
  );
}
