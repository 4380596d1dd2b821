import { CircleAlert } from "lucide-react";
import { Note } from "#app/ui/note.tsx";

/** What the server would not do; said at once. */
export function AuthErrorNote({ children }: { readonly children: string }) {
  return (
    <Note tone="danger" icon={<CircleAlert />} role="alert">
      <span className="wrap-anywhere">{children}</span>
    </Note>
  );
}
