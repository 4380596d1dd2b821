import { type ComponentPropsWithoutRef, forwardRef, type ReactNode } from "react";
import type { Person } from "#app/domain/accounts/person.ts";
import type { RoomId } from "#app/domain/ids.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { joinClasses } from "#app/ui/join-classes.ts";
import { PopoverPanel } from "#app/ui/popover.tsx";
import { type PressEvent, pressProps } from "#app/ui/press-props.ts";
import { useLazy } from "#app/ui/use-lazy.ts";

const loadCard = () => import("./person-card.tsx");

export type CardOfPerson = {
  readonly roomId: RoomId;
  readonly person: Person;
  /** Describes the person's place in the room, such as their role. */
  readonly details: string;
};

type PersonCardButtonProps = CardOfPerson & {
  readonly className?: string;
  readonly children: ReactNode;
};

/** Opens the card of a person. */
export function PersonCardButton({ className, children, ...card }: PersonCardButtonProps) {
  const { t } = useTranslation("people");
  return (
    <PopoverPanel
      label={t("card.title", { name: card.person.name })}
      width={320}
      trigger={<NameButton className={className}>{children}</NameButton>}
    >
      {(close) => <LazyCard {...card} onClose={close} />}
    </PopoverPanel>
  );
}

function LazyCard(props: CardOfPerson & { readonly onClose: () => void }) {
  const card = useLazy(loadCard, true, props.onClose);
  return card && <card.PersonCard {...props} />;
}

type NameButtonProps = ComponentPropsWithoutRef<"button"> & { readonly onPress?: (event: PressEvent) => void };

const NameButton = forwardRef<HTMLButtonElement, NameButtonProps>(function NameButton(
  { onPress, className, children, ...rest },
  ref,
) {
  return (
    <button
      {...rest}
      {...pressProps(onPress, rest)}
      ref={ref}
      type="button"
      className={joinClasses("relative min-w-0 rounded-md text-start hover:text-ink aria-expanded:text-ink", className)}
    >
      {children}
    </button>
  );
});
