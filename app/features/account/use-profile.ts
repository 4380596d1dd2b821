import { useEffect, useState } from "react";
import { type Account, type ProfileChange, saveProfile } from "#app/backend/account.ts";
import { type Profile, type ProfileField, profileChange, profileErrors } from "#app/domain/account.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import { limits } from "#app/domain/limits.ts";

type FieldErrors = Partial<Record<ProfileField, ErrorCode>>;
type Draft = Profile & { readonly isEmailShown: boolean };

/** The field that a refusal is about. */
const BLAMED: Partial<Record<ErrorCode, ProfileField>> = {
  "name-too-long": "name",
  "username-taken": "username",
  "profile-username-invalid": "username",
  "email-taken": "email",
  "email-invalid": "email",
};
/** What says more than that it failed. */
const TELLING: ReadonlySet<ErrorCode> = new Set<ErrorCode>(["network", "too-many-attempts", "login-required"]);

/** A profile while it is edited. Saved, it says so for a moment and closes. */
export function useProfile(
  account: Account,
  { onSaved, onClose }: { readonly onSaved: () => void; readonly onClose: () => void },
) {
  const [draft, setDraft] = useState<Draft>(() => draftOf(account));
  const [left, setLeft] = useState<ReadonlySet<ProfileField>>(new Set());
  const [refused, setRefused] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<ErrorCode | null>(null);
  const [phase, setPhase] = useState<"editing" | "saving" | "saved">("editing");

  useEffect(() => {
    if (phase !== "saved") return;
    const timer = setTimeout(onClose, limits.profileSavedMs);
    return () => clearTimeout(timer);
  }, [phase, onClose]);

  const named = profileChange(account, draft);
  const change: ProfileChange = {
    ...named,
    ...(draft.isEmailShown !== account.isEmailShown && { isEmailShown: draft.isEmailShown }),
  };
  const isChanged = Object.keys(change).length > 0;
  const wrong = profileErrors(named);
  const errors = { ...refused };
  for (const field of left) if (wrong[field]) errors[field] = wrong[field];

  return {
    draft,
    /** Of fields that somebody has left, or the server has refused. */
    errors,
    failure,
    phase,
    isChanged: isChanged && phase !== "saved",
    maySave: isChanged && phase === "editing" && Object.keys({ ...wrong, ...refused }).length === 0,
    edit(part: Partial<Draft>) {
      setDraft({ ...draft, ...part });
      setFailure(null);
      setRefused(without(refused, Object.keys(part)));
    },
    leave: (field: ProfileField) => setLeft(new Set([...left, field])),
    async save() {
      setPhase("saving");
      setFailure(null);
      const saved = await saveProfile(account._id, change);
      setPhase(saved.ok ? "saved" : "editing");
      if (saved.ok) return onSaved();
      const field = BLAMED[saved.error];
      if (field) setRefused({ [field]: saved.error });
      else setFailure(TELLING.has(saved.error) ? saved.error : "profile-update-failed");
    },
  };
}

function draftOf({ name, username, email, isEmailShown }: Account): Draft {
  return { name, username, email, isEmailShown };
}

function without(errors: FieldErrors, fields: readonly string[]): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([field]) => !fields.includes(field)));
}
