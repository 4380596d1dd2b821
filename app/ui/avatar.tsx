import { getInitial, textColorOn } from "#app/domain/accounts/person.ts";
import { joinClasses } from "./join-classes.ts";

export type AvatarSize = 20 | 24 | 28 | 32 | 36 | 88;

const DOTS = {
  sync: "bg-indicator",
  wait: "forced-edge bg-(--ring,var(--bg)) inset-ring-[2.5px] inset-ring-warn-ink",
  off: "forced-edge bg-(--ring,var(--bg)) inset-ring-2 inset-ring-line-strong",
} as const;

type AvatarProps = {
  readonly name: string;
  /** A color (`#rrggbb`) or the address of a picture. */
  readonly avatar: string;
  readonly size: AvatarSize;
  readonly dot?: keyof typeof DOTS | undefined;
};

/** A person's picture, or their initial on a color. Hidden from screen readers, because the name is next to it. */
export function Avatar({ name, avatar, size, dot }: AvatarProps) {
  const isColor = avatar.startsWith("#");
  return (
    <span aria-hidden className="relative inline-block shrink-0" style={{ width: size, height: size }}>
      {isColor ? (
        <span
          className="forced-edge grid size-full place-items-center rounded-full font-bold leading-none"
          style={{ background: avatar, color: textColorOn(avatar), fontSize: size * 0.42 }}
        >
          {getInitial(name)}
        </span>
      ) : (
        <img
          alt=""
          src={avatar}
          // stored pictures have a second size; a preview of a new picture does not
          srcSet={avatar.startsWith("/") ? `${avatar} 64w, ${avatar}?size=256 256w` : undefined}
          sizes={`${size}px`}
          draggable={false}
          className="size-full rounded-full bg-sunken object-cover"
        />
      )}
      {dot && (
        <span
          className={joinClasses(
            "absolute -right-px -bottom-px size-2.5 rounded-full ring-2 ring-(--ring,var(--bg))",
            DOTS[dot],
          )}
        />
      )}
    </span>
  );
}
