import { useEffect, useState } from "react";
import type { UserId } from "#app/domain/ids.ts";
import { query } from "#app/server-client/functions.ts";

/** Somebody's address, if they show it to others; null until it is known. */
export function useShownEmail(id: UserId): string | null {
  const [email, setEmail] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    // not to know it is no failure
    void query("users.getById", { id }).then((found) => isCurrent && setEmail(found.ok ? found.value.email : null));
    return () => {
      isCurrent = false;
    };
  }, [id]);
  return email;
}
