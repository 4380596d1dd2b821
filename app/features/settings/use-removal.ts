import { useRevalidator } from "@remix-run/react";
import { useEffect, useState } from "react";
import type { ErrorCode } from "#app/domain/errors.ts";
import { normalize } from "#app/domain/text/normalize.ts";
import type { SessionUser } from "#app/protocol/http.ts";
import type { RemovalPlan } from "#app/server-client/account/account.ts";
import { logOut } from "#app/server-client/account/session.ts";
import { mutation, query } from "#app/server-client/functions.ts";
import { specificCode } from "#app/server-client/specific-code.ts";

/** The end of an account: what it would mean, and doing it. @param onGone nobody is signed in any more */
export function useRemoval(user: SessionUser, onGone: () => void) {
  const revalidator = useRevalidator();
  const [asked, setAsked] = useState(0);
  const [plan, setPlan] = useState<RemovalPlan | null>(null);
  const [isUnknown, setUnknown] = useState(false);
  const [proof, setProof] = useState("");
  /** What is wrong with the proof, anew for every attempt; and what else went wrong. */
  const [error, setError] = useState<{ readonly code: "field-required" | "password-wrong" | "username-wrong" } | null>(null);
  const [failure, setFailure] = useState<ErrorCode | null>(null);
  const [isBusy, setBusy] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: asking once more is another question
  useEffect(() => {
    let isCurrent = true;
    setUnknown(false);
    void query("users.planRemoval", {}).then((found) => {
      if (!isCurrent) return;
      if (found.ok) setPlan(found.value);
      else setUnknown(true);
    });
    return () => {
      isCurrent = false;
    };
  }, [asked]);

  return {
    plan,
    isUnknown,
    proof,
    error,
    failure,
    isBusy,
    lookAgain: () => setAsked(asked + 1),
    prove(text: string) {
      setProof(text);
      setError(null);
    },
    /** Whether it can be tried with this proof. */
    check({ hasPassword }: RemovalPlan): boolean {
      setFailure(null);
      const isEmpty = proof.trim() === "";
      const isRight = !isEmpty && (hasPassword || isNameOf(user, proof));
      setError(isRight ? null : { code: isEmpty ? "field-required" : "username-wrong" });
      return isRight;
    },
    async remove({ hasPassword }: RemovalPlan) {
      setBusy(true);
      const removed = await mutation("users.remove", {
        id: user.id,
        ...(hasPassword ? { password: proof } : { username: proof }),
      });
      if (!removed.ok) {
        setBusy(false);
        if (removed.error === "password-wrong") return setError({ code: "password-wrong" });
        return setFailure(specificCode(removed.error, "account-removal-failed"));
      }
      // the session went with the account: what is left is this browser's memory of it
      await logOut();
      onGone();
      revalidator.revalidate();
    },
  };
}

function isNameOf({ username }: SessionUser, typed: string): boolean {
  return normalize(typed.trim().replace(/^@/, "")) === normalize(username);
}
