import { useState } from "react";
import { validateNewPassword } from "#app/domain/accounts/account.ts";
import type { Result } from "#app/domain/result.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useSubmit } from "#app/lib/use-submit.ts";
import type { ResetRefusal } from "./use-password-reset.ts";

type Field = "password" | "again";
type ErrorTexts = { readonly [F in Field]?: string | undefined };

/** The input of a new password and its repetition, and their submission. */
export function useNewPassword(send: (password: string) => Promise<Result<null, ResetRefusal>>) {
  const [draft, setDraft] = useState<Readonly<Record<Field, string>>>({ password: "", again: "" });
  const [errors, setErrors] = useState<ErrorTexts>({});
  const validate = useErrorTexts();
  const submission = useSubmit(async () => {
    const sent = await send(draft.password);
    if (!sent.ok && sent.error.isPasswordError) setErrors({ password: sent.error.text });
    return sent;
  });
  const { error: refusal, isPending } = submission;

  return {
    errors,
    /** The text of a failure that concerns the whole form. */
    failure: refusal && !refusal.isPasswordError ? refusal.text : null,
    isBusy: isPending,
    field: (name: Field) => ({
      value: draft[name],
      error: errors[name],
      onChange(value: string) {
        setDraft({ ...draft, [name]: value });
        setErrors(name === "password" ? {} : { ...errors, again: undefined });
      },
      onBlur() {
        // an empty field is reported only when the form is submitted
        if (draft[name] !== "") setErrors({ ...errors, [name]: validate(draft)[name] });
      },
    }),
    submit() {
      const invalid = validate(draft);
      setErrors(invalid);
      submission.reset();
      if (Object.keys(invalid).length === 0) void submission.submit();
    },
  };
}

function useErrorTexts() {
  const errorText = useErrorText();
  return ({ password, again }: Readonly<Record<Field, string>>): ErrorTexts => {
    const codes = validateNewPassword(password, again);
    return {
      ...(codes.password && { password: errorText(codes.password) }),
      ...(codes.again && { again: errorText(codes.again) }),
    };
  };
}
