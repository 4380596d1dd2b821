import { type RefObject, useEffect, useRef, useState } from "react";
import { ForgotForm } from "./forgot-form.tsx";
import { NewPasswordForm } from "./new-password-form.tsx";
import { PageCard } from "./page-card.tsx";
import { ResetStatus } from "./reset-status.tsx";
import { type ResetState, usePasswordReset } from "./use-password-reset.ts";

/** The target of a reset link: a form for the new password, or why the link cannot be used. */
export function ResetPage() {
  const { state, verify, choosePassword } = usePasswordReset();
  const [newLink, setNewLink] = useState<"closed" | "form" | "sent">("closed");
  const [account, setAccount] = useState("");
  const status = useRef<HTMLDivElement>(null);
  useFocusOnStatus(status, state, newLink !== "closed");
  if (newLink !== "closed") {
    return (
      <PageCard isRoomy>
        <ForgotForm
          isSent={newLink === "sent"}
          account={account}
          onAccount={setAccount}
          hasHeading
          onSent={() => setNewLink("sent")}
          onBack={() => setNewLink("closed")}
        />
      </PageCard>
    );
  }
  return (
    <PageCard isRoomy={state.status === "valid"}>
      {state.status === "valid" && <NewPasswordForm onChoose={choosePassword} />}
      {/* rendered from the start, so that screen readers announce its changes */}
      <div ref={status} role="status">
        <ResetStatus state={state} onRetry={() => void verify()} onNewLink={() => setNewLink("form")} />
      </div>
    </PageCard>
  );
}

/** Focuses the heading of a new status if the pressed button, which had the focus, has disappeared. */
function useFocusOnStatus(status: RefObject<HTMLElement | null>, state: ResetState, isAway: boolean): void {
  const previous = useRef({ state, isAway });
  useEffect(() => {
    const hasChanged = previous.current.state !== state || previous.current.isAway !== isAway;
    previous.current = { state, isAway };
    if (hasChanged && document.activeElement === document.body) status.current?.querySelector("h2")?.focus();
  }, [status, state, isAway]);
}
