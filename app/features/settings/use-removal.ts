import { useRevalidator } from "@remix-run/react";
import { useState } from "react";
import { normalize } from "#app/domain/text/normalize.ts";
import { useSubmit } from "#app/lib/use-submit.ts";
import type { SessionUser } from "#app/protocol/http.ts";
import type { RemovalPlan } from "#app/server-client/account/account.ts";
import { logOut } from "#app/server-client/account/session.ts";
import { mutation } from "#app/server-client/functions.ts";
import { toSpecificCode } from "#app/server-client/to-specific-code.ts";

/** Wrapped in an object, so that a repeated error is a new value and the field is focused again. */
type ProofError = { readonly code: "field-required" | "password-wrong" | "username-wrong" };

export type Removal = ReturnType<typeof useRemoval>;

/**
 * Deletes the account after a proof of identity: the password, or the username of an account without a password.
 * @param onRemoved called while the page still shows the deleted account
 */
export function useRemoval(user: SessionUser, onRemoved: () => void) {
  const revalidator = useRevalidator();
  const { proof, proofError, setProofError, editProof, checkProof } = useProof(user);
  const [isRemoved, setRemoved] = useState(false);
  const { error, isPending, submit, reset } = useSubmit(async ({ hasPassword }: RemovalPlan) => {
    const credentials = hasPassword ? { password: proof } : { username: proof };
    const removed = await mutation("users.remove", { id: user.id, ...credentials });
    if (!removed.ok) {
      if (removed.error === "password-wrong") setProofError({ code: removed.error });
      return removed;
    }
    setRemoved(true);
    // the server has deleted the session with the account; this removes the cookie and notifies the other windows
    await logOut();
    onRemoved();
    revalidator.revalidate();
    return removed;
  });

  return {
    proof,
    proofError,
    editProof,
    /** An error that does not concern the proof. */
    failure: error && error !== "password-wrong" ? toSpecificCode(error, "account-removal-failed") : null,
    isBusy: isPending || isRemoved,
    /** Returns whether the proof is plausible; sets `proofError` if it is not. */
    checkProof(plan: RemovalPlan): boolean {
      reset();
      return checkProof(plan);
    },
    remove: (plan: RemovalPlan) => void submit(plan),
  };
}

function useProof(user: SessionUser) {
  const [proof, setProof] = useState("");
  const [proofError, setProofError] = useState<ProofError | null>(null);
  return {
    proof,
    proofError,
    setProofError,
    editProof(text: string) {
      setProof(text);
      setProofError(null);
    },
    checkProof(plan: RemovalPlan): boolean {
      const code = validateProof(proof, user, plan);
      setProofError(code && { code });
      return code === null;
    },
  };
}

/** The server checks a password; only emptiness can be checked here. */
function validateProof(proof: string, { username }: SessionUser, { hasPassword }: RemovalPlan): ProofError["code"] | null {
  if (proof.trim() === "") return "field-required";
  const isUsername = normalize(proof.trim().replace(/^@/, "")) === normalize(username);
  return hasPassword || isUsername ? null : "username-wrong";
}
