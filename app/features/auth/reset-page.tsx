import { useState } from "react";
import { ForgotForm } from "./forgot-form.tsx";
import { NewPasswordForm } from "./new-password-form.tsx";
import { PageCard } from "./page-card.tsx";
import { ResetStatus } from "./reset-status.tsx";
import { useReset } from "./use-reset.ts";

/** What a link from a mail leads to: a new password, or why it does not. */
export function ResetPage() {
  const { state, verify, choose } = useReset();
  const [asking, setAsking] = useState<"no" | "forgot" | "sent">("no");
  const [account, setAccount] = useState("");
  if (asking !== "no") {
    return (
      <PageCard isRoomy>
        <ForgotForm
          isSent={asking === "sent"}
          account={account}
          onAccount={setAccount}
          hasHeading
          onSent={() => setAsking("sent")}
          onBack={() => setAsking("no")}
        />
      </PageCard>
    );
  }
  return (
    <PageCard isRoomy={state.is === "valid"}>
      {state.is === "valid" && <NewPasswordForm onChoose={choose} />}
      {/* there from the first moment on, so that what comes of it is said */}
      <div role="status">
        <ResetStatus state={state} onRetry={() => void verify()} onNewLink={() => setAsking("forgot")} />
      </div>
    </PageCard>
  );
}
