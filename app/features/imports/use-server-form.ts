import { useState } from "react";
import {
  EMPTY_SERVER_DRAFT,
  fieldOfRefusal,
  type ServerErrors,
  type ServerField,
  type SignInKind,
  toServerCredentials,
  validateServer,
} from "./server-form.ts";
import { useConnect } from "./use-connect.ts";

/** The draft of a connection to a person's own server, and its submission. */
export function useServerForm(onConnected: () => void) {
  const [draft, setDraft] = useState(EMPTY_SERVER_DRAFT);
  const [kind, setKind] = useState<SignInKind>("password");
  const [invalid, setInvalid] = useState<ServerErrors>({});
  const { isPending, error: refusal, submit, reset } = useConnect(onConnected);
  const refusedField = refusal && fieldOfRefusal(refusal, kind);
  const errors: ServerErrors = refusal && refusedField ? { ...invalid, [refusedField]: refusal } : invalid;

  return {
    draft,
    kind,
    errors,
    /** Changes with each submission that was refused. */
    submission: refusal ?? invalid,
    /** A refusal that concerns no single field. */
    failure: refusedField ? null : refusal,
    isBusy: isPending,
    edit(field: ServerField, value: string) {
      setDraft({ ...draft, [field]: value });
      setInvalid({ ...invalid, [field]: undefined });
      reset();
    },
    chooseKind(next: SignInKind) {
      setKind(next);
      setInvalid({});
      reset();
    },
    submit() {
      const errorsNow = validateServer(draft, kind);
      setInvalid(errorsNow);
      reset();
      if (Object.keys(errorsNow).length === 0) void submit(toServerCredentials(draft, kind));
    },
  };
}
