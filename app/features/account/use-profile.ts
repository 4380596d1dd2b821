import { useEffect, useRef, useState } from "react";
import { type Profile, type ProfileField, profileChange, profileErrors } from "#app/domain/accounts/account.ts";
import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import { normalize } from "#app/domain/text/normalize.ts";
import { type Account, type ProfileChange, saveProfile } from "#app/server-client/account/account.ts";
import { specificCode } from "#app/server-client/specific-code.ts";

type Field = ProfileField | "currentPassword";
type FieldErrors = Partial<Record<Field, ErrorCode>>;
type Draft = Profile & { readonly isEmailShown: boolean; readonly currentPassword: string };

/** The field that a refusal is about. */
const BLAMED: Partial<Record<ErrorCode, Field>> = {
  "name-too-long": "name",
  "username-taken": "username",
  "profile-username-invalid": "username",
  "email-taken": "email",
  "email-invalid": "email",
  "password-wrong": "currentPassword",
};

/** A profile while it is edited. Saved, it says so for a moment and closes. */
export function useProfile(
  account: Account,
  { onSaved, onClose }: { readonly onSaved: () => void; readonly onClose: () => void },
) {
  const [draft, setDraft] = useState<Draft>(() => draftOf(account));
  const [left, setLeft] = useState<ReadonlySet<Field>>(new Set());
  const [refused, setRefused] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<ErrorCode | null>(null);
  const [phase, setPhase] = useState<"editing" | "saving" | "saved">("editing");

  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    if (phase !== "saved") return;
    const timer = setTimeout(() => close.current(), accountLimits.profileSavedMs);
    return () => clearTimeout(timer);
  }, [phase]);

  const named = profileChange(account, draft);
  const change: ProfileChange = {
    ...named,
    ...(draft.isEmailShown !== account.isEmailShown && { isEmailShown: draft.isEmailShown }),
  };
  const isChanged = Object.keys(change).length > 0;
  // another email is where a new password would be sent
  const isPasswordAsked =
    account.hasPassword && named.email !== undefined && normalize(named.email) !== normalize(account.email);
  const { currentPassword } = draft;
  const wrong: FieldErrors = {
    ...profileErrors(named),
    ...(isPasswordAsked && currentPassword === "" && { currentPassword: "field-required" }),
  };
  const errors = { ...refused };
  for (const field of left) if (wrong[field]) errors[field] = wrong[field];

  return {
    draft,
    /** Of fields that somebody has left, or the server has refused. */
    errors,
    isPasswordAsked,
    failure,
    phase,
    isChanged: isChanged && phase !== "saved",
    maySave: isChanged && phase === "editing" && Object.keys({ ...wrong, ...refused }).length === 0,
    edit(part: Partial<Draft>) {
      setDraft({ ...draft, ...part });
      setFailure(null);
      // with the old email again, nobody asks for the password
      setRefused(without(refused, "email" in part ? [...Object.keys(part), "currentPassword"] : Object.keys(part)));
    },
    leave: (field: Field) => setLeft(new Set([...left, field])),
    async save() {
      setPhase("saving");
      setFailure(null);
      const saved = await saveProfile(account._id, { ...change, ...(isPasswordAsked && { currentPassword }) });
      setPhase(saved.ok ? "saved" : "editing");
      if (saved.ok) return onSaved();
      const field = BLAMED[saved.error];
      if (field) setRefused({ [field]: saved.error });
      else setFailure(specificCode(saved.error, "profile-update-failed"));
    },
  };
}

function draftOf({ name, username, email, isEmailShown }: Account): Draft {
  return { name, username, email, isEmailShown, currentPassword: "" };
}

function without(errors: FieldErrors, fields: readonly string[]): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([field]) => !fields.includes(field)));
}
