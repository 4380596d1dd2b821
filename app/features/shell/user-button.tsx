import { ChevronDown } from "lucide-react";
import { type ComponentPropsWithoutRef, forwardRef } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { SessionUser } from "#app/protocol/http.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { type PressEvent, pressProps } from "#app/ui/press-props.ts";

type UserButtonProps = Omit<ComponentPropsWithoutRef<"button">, "onClick"> & {
  readonly user: SessionUser;
  readonly onPress?: (event: PressEvent) => void;
};

/** The avatar of the signed-in user; opens the user menu. */
export const UserButton = forwardRef<HTMLButtonElement, UserButtonProps>(function UserButton({ user, onPress, ...rest }, ref) {
  const { t } = useTranslation();
  return (
    <button
      {...rest}
      {...pressProps<HTMLButtonElement>(onPress, rest)}
      ref={ref}
      type="button"
      aria-label={`${t("menu.user")}: ${user.name}`}
      className="forced-control inline-flex h-11 shrink-0 items-center gap-2 rounded-full px-2 hover:bg-sunken aria-expanded:bg-sunken md:h-10 pointer-coarse:h-11"
    >
      <Avatar name={user.name} avatar={user.avatar} size={28} />
      <ChevronDown size={16} strokeWidth={1.75} aria-hidden className="hidden text-ink-3 md:block" />
    </button>
  );
});
