import { useEffect } from "react";
import type { SessionUser } from "#app/protocol/http.ts";

const KEY = "user";

/** Keeps a local copy of who is signed in (SPEC §3), for those who look there. Nothing trusts it. */
export function useLocalUser(user: SessionUser | null): void {
  useEffect(() => {
    try {
      if (!user) return localStorage.removeItem(KEY);
      const { name, avatar, type } = user;
      localStorage.setItem(KEY, JSON.stringify({ name, avatar, superadmin: type === "superadmin" }));
    } catch {
      // a browser that keeps nothing for us needs no copy
    }
  }, [user]);
}
