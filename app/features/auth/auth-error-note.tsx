import { CircleAlert } from "lucide-react";
import { Note } from "#app/ui/note.tsx";

/** An error of a form. Screen readers announce it at once. */
export function AuthErrorNote({ children }: { readonly children: string }) {
  return (
    <Note tone="danger" icon={<CircleAlert />} role="alert">
      <span className="wrap-anywhere">{children}</span>
    </Note>
  );
}
