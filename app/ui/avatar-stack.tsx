import { Avatar, type AvatarSize } from "./avatar.tsx";
import { joinClasses } from "./join-classes.ts";

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
