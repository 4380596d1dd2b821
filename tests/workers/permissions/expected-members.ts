/**
 * What people may do to each other in a room, written by hand from section 6 and the texts of section 8. It takes nothing
 * from the code that it is held against.
 */
import { cellOf, readGrid } from "./grid.ts";

export const ACTORS = ["owner", "admin", "editor", "participant", "viewer", "requested", "rejected", "stranger"] as const;
export type ActorRole = (typeof ACTORS)[number];
export const TARGETS = [
  "owner",
  "admin",
  "editor",
  "participant",
  "viewer",
  "requested",
  "rejected",
  "nobody",
  "self",
] as const;
export type TargetRole = (typeof TARGETS)[number];
export const GIVEN = ["admin", "editor", "participant", "viewer"] as const;
export type Given = (typeof GIVEN)[number];

const WORDS: Readonly<Record<string, string>> = {
  no: "forbidden",
  own: "member-is-owner",
  yours: "member-not-yours",
  "inv'd": "member-invited-you",
  none: "member-not-found",
};

// "Users remove only whom they invited, never who invited them, never the owner; admins and the owner remove anyone below
// them." Nobody removes who stands above them by now; viewers only view; who is no member yet may nothing. Anyone but the
// owner may leave. "-": there is no such pair.
const REMOVE = {
  //            owner admin editor partic viewer | reqd rejd nobody | self
  unrelated: readGrid(`
    owner        -     ok    ok     ok     ok     | none none none   | own
    admin        own   no    ok     ok     ok     | none none none   | ok
    editor       own   yours yours  yours  yours  | none none none   | ok
    participant  own   yours yours  yours  yours  | none none none   | ok
    viewer       own   yours yours  yours  yours  | none none none   | ok
    requested    no    no    no     no     no     | no   no   no     | no
    rejected     no    no    no     no     no     | no   no   no     | no
    stranger     no    no    no     no     no     | no   no   no     | no
  `),
  "actor invited target": readGrid(`
    owner        -     ok    ok     ok     ok     | -    -    -      | -
    admin        own   ok    ok     ok     ok     | -    -    -      | -
    editor       own   no    ok     ok     ok     | -    -    -      | -
    participant  own   no    no     ok     ok     | -    -    -      | -
    viewer       own   no    no     no     no     | -    -    -      | -
  `),
  "target invited actor": readGrid(`
    admin        own   inv'd inv'd  inv'd  inv'd  | -    -    -      | -
    editor       own   inv'd inv'd  inv'd  inv'd  | -    -    -      | -
    participant  own   inv'd inv'd  inv'd  inv'd  | -    -    -      | -
    viewer       own   inv'd inv'd  inv'd  inv'd  | -    -    -      | -
  `),
} as const;
export type Relation = keyof typeof REMOVE;
export const RELATIONS = Object.keys(REMOVE) as readonly Relation[];

// To any role that is given, an admin's too: admins are made by admins and the owner. Nobody touches the owner.
//            owner admin editor partic viewer | reqd rejd nobody | self
const CHANGE_ROLE = readGrid(`
  owner        -     ok    ok     ok     ok     | none none none   | no
  admin        no    no    ok     ok     ok     | none none none   | no
  editor       no    no    no     no     no     | no   no   no     | no
  participant  no    no    no     no     no     | no   no   no     | no
  viewer       no    no    no     no     no     | no   no   no     | no
  requested    no    no    no     no     no     | no   no   no     | no
  rejected     no    no    no     no     no     | no   no   no     | no
  stranger     no    no    no     no     no     | no   no   no     | no
`);

//            owner admin editor partic viewer | reqd rejd nobody | self
const HAND_OVER = readGrid(`
  owner        -     ok    ok     ok     ok     | none none none   | no
  admin        no    no    no     no     no     | no   no   no     | no
  editor       no    no    no     no     no     | no   no   no     | no
  participant  no    no    no     no     no     | no   no   no     | no
  viewer       no    no    no     no     no     | no   no   no     | no
  requested    no    no    no     no     no     | no   no   no     | no
  rejected     no    no    no     no     no     | no   no   no     | no
  stranger     no    no    no     no     no     | no   no   no     | no
`);

// Up to their own role. Requests are answered by managers only.
const GIVE = {
  //            admin editor partic viewer
  invite: readGrid(`
    owner        ok    ok     ok     ok
    admin        ok    ok     ok     ok
    editor       no    ok     ok     ok
    participant  no    no     ok     ok
    viewer       no    no     no     no
    requested    no    no     no     no
    rejected     no    no     no     no
    stranger     no    no     no     no
  `),
  approve: readGrid(`
    owner        ok    ok     ok     ok
    admin        ok    ok     ok     ok
    editor       no    no     no     no
    participant  no    no     no     no
    viewer       no    no     no     no
    requested    no    no     no     no
    rejected     no    no     no     no
    stranger     no    no     no     no
  `),
} as const;

type Pair = { readonly actor: ActorRole; readonly target: TargetRole };

/** "-": there is no such pair. */
export function expectedRemoval({ actor, target }: Pair, relation: Relation): string {
  const grid = REMOVE[relation];
  return grid.has(actor) ? wordOf(cellOf(grid, actor, TARGETS.indexOf(target))) : "-";
}

export function expectedRoleChange({ actor, target }: Pair): string {
  return wordOf(cellOf(CHANGE_ROLE, actor, TARGETS.indexOf(target)));
}

export function expectedOwnershipTransfer({ actor, target }: Pair): string {
  return wordOf(cellOf(HAND_OVER, actor, TARGETS.indexOf(target)));
}

export function expectedGift(actor: ActorRole, given: Given, how: keyof typeof GIVE): string {
  return wordOf(cellOf(GIVE[how], actor, GIVEN.indexOf(given)));
}

function wordOf(cell: string): string {
  return WORDS[cell] ?? cell;
}
