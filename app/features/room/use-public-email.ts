import { useState } from "react";
import type { UserId } from "#app/domain/ids.ts";
import { useLatestLoad } from "#app/lib/use-latest.ts";
import { query } from "#app/server-client/functions.ts";

/** The email address of a user who shows it to others. Null while it is loading, hidden or unavailable. */
export function usePublicEmail(id: UserId): string | null {
  const [email, setEmail] = useState<string | null>(null);
  useLatestLoad({
    key: id,
    load: () => query("users.getById", { id }),
    apply: (user) => setEmail(user.ok ? user.value.email : null),
  });
  return email;
}
