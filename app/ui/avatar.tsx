import { getInitial, textColorOn } from "#app/domain/accounts/person.ts";
import { joinClasses } from "./join-classes.ts";

type AvatarSize = 20 | 24 | 28 | 32 | 36 | 88;

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

type AvatarStackProps = {
  readonly people: readonly { readonly id: string; readonly name: string; readonly avatar: string }[];
  readonly size: AvatarSize;
  readonly max: number;
  /** The number of all people if `people` contains only some of them. */
  readonly total?: number;
  /** Shows only as many avatars as there is space for. */
  readonly isShrinkable?: boolean;
};

/** Avatars without space wrap to a second line, which is hidden with its rings. The empty box keeps the first line if not even one of them fits. */
const SHRINKABLE = "min-w-0 flex-wrap gap-y-1 overflow-hidden before:h-full";

export function AvatarStack({ people, size, max, total = people.length, isShrinkable = false }: AvatarStackProps) {
  const visible = people.slice(0, max);
  const overlap = { marginLeft: size * -0.26 };
  return (
    <span aria-hidden className={joinClasses("inline-flex", isShrinkable && SHRINKABLE)} style={{ height: size }}>
      {visible.map((person, i) => (
        <span key={person.id} className="flex rounded-full ring-2 ring-(--ring,var(--bg))" style={i > 0 ? overlap : undefined}>
          <Avatar {...person} size={size} />
        </span>
      ))}
      {total > visible.length && (
        <span
          className="forced-edge relative grid place-items-center rounded-full bg-pressed px-[0.4em] font-strong leading-none text-ink-2 ring-2 ring-(--ring,var(--bg)) tabular-nums"
          style={{ ...overlap, minWidth: size, height: size, fontSize: size * 0.36 }}
        >
          +{total - visible.length}
        </span>
      )}
    </span>
  );
}
