/**
 * The expected outcome when members of a room change each other's membership, written by hand from section 6 of the
 * specification and the error texts of section 8. Independent of the code under test.
 */
import { getCell, parseTable } from "./text-table.ts";

export const ACTORS = ["owner", "admin", "editor", "participant", "viewer", "requested", "rejected", "spectator"] as const;
export type ActorRole = (typeof ACTORS)[number];
/** `newcomer` has no role. */
export const TARGETS = [
  "owner",
  "admin",
  "editor",
  "participant",
  "viewer",
  "requested",
  "rejected",
  "newcomer",
  "self",
] as const;
export type TargetRole = (typeof TARGETS)[number];
export const GRANTED_ROLES = ["admin", "editor", "participant", "viewer"] as const;
export type GrantedRole = (typeof GRANTED_ROLES)[number];

/** The abbreviations in the cells of the tables. "-" is a pair that does not exist; any other cell is the outcome itself. */
const ABBREVIATIONS: Readonly<Record<string, string>> = {
  invme: "member-invited-you",
  nfm: "member-not-found",
  no: "forbidden",
  noinv: "member-not-invited-by-you",
  ownr: "member-is-owner",
};

// "Users remove only whom they invited, never who invited them, never the owner; admins and the owner remove anyone below
// them." Beyond that: a member cannot remove an invitee who has a higher role by now, viewers remove no one, and every
// member except the owner may leave.
const REMOVAL = {
  //             owner admin editor partic viewer | reqd rejd newc | self
  unrelated: parseTable(`
    owner        -     ok    ok     ok     ok     | nfm  nfm  nfm  | ownr
    admin        ownr  no    ok     ok     ok     | nfm  nfm  nfm  | ok
    editor       ownr  noinv noinv  noinv  noinv  | nfm  nfm  nfm  | ok
    participant  ownr  noinv noinv  noinv  noinv  | nfm  nfm  nfm  | ok
    viewer       ownr  noinv noinv  noinv  noinv  | nfm  nfm  nfm  | ok
    requested    no    no    no     no     no     | no   no   no   | no
    rejected     no    no    no     no     no     | no   no   no   | no
    spectator    no    no    no     no     no     | no   no   no   | no
  `),
  "actor invited target": parseTable(`
    owner        -     ok    ok     ok     ok     | -    -    -    | -
    admin        ownr  ok    ok     ok     ok     | -    -    -    | -
    editor       ownr  no    ok     ok     ok     | -    -    -    | -
    participant  ownr  no    no     ok     ok     | -    -    -    | -
    viewer       ownr  no    no     no     no     | -    -    -    | -
  `),
  "target invited actor": parseTable(`
    admin        ownr  invme invme  invme  invme  | -    -    -    | -
    editor       ownr  invme invme  invme  invme  | -    -    -    | -
    participant  ownr  invme invme  invme  invme  | -    -    -    | -
    viewer       ownr  invme invme  invme  invme  | -    -    -    | -
  `),
} as const;
export type Relation = keyof typeof REMOVAL;
export const RELATIONS = Object.keys(REMOVAL) as readonly Relation[];

// The same for every new role, admin included. The owner's role cannot be changed.
//               owner admin editor partic viewer | reqd rejd newc | self
const ROLE_CHANGE = parseTable(`
    owner        -     ok    ok     ok     ok     | nfm  nfm  nfm  | no
    admin        no    no    ok     ok     ok     | nfm  nfm  nfm  | no
    editor       no    no    no     no     no     | no   no   no   | no
    participant  no    no    no     no     no     | no   no   no   | no
    viewer       no    no    no     no     no     | no   no   no   | no
    requested    no    no    no     no     no     | no   no   no   | no
    rejected     no    no    no     no     no     | no   no   no   | no
    spectator    no    no    no     no     no     | no   no   no   | no
`);

//               owner admin editor partic viewer | reqd rejd newc | self
const OWNERSHIP_TRANSFER = parseTable(`
    owner        -     ok    ok     ok     ok     | nfm  nfm  nfm  | no
    admin        no    no    no     no     no     | no   no   no   | no
    editor       no    no    no     no     no     | no   no   no   | no
    participant  no    no    no     no     no     | no   no   no   | no
    viewer       no    no    no     no     no     | no   no   no   | no
    requested    no    no    no     no     no     | no   no   no   | no
    rejected     no    no    no     no     no     | no   no   no   | no
    spectator    no    no    no     no     no     | no   no   no   | no
`);

// A member grants roles up to their own. Only managers answer requests.
const GRANT = {
  //             admin editor partic viewer
  invite: parseTable(`
    owner        ok    ok     ok     ok
    admin        ok    ok     ok     ok
    editor       no    ok     ok     ok
    participant  no    no     ok     ok
    viewer       no    no     no     no
    requested    no    no     no     no
    rejected     no    no     no     no
    spectator    no    no     no     no
  `),
  approve: parseTable(`
    owner        ok    ok     ok     ok
    admin        ok    ok     ok     ok
    editor       no    no     no     no
    participant  no    no     no     no
    viewer       no    no     no     no
    requested    no    no     no     no
    rejected     no    no     no     no
    spectator    no    no     no     no
  `),
} as const;

type Pair = { readonly actor: ActorRole; readonly target: TargetRole };

/** "-" for a pair that does not exist. */
export function expectedRemoval({ actor, target }: Pair, relation: Relation): string {
  const table = REMOVAL[relation];
  return table.has(actor) ? toOutcome(getCell(table, actor, TARGETS.indexOf(target))) : "-";
}

/** "-" for a pair that does not exist. */
export function expectedRoleChange({ actor, target }: Pair): string {
  return toOutcome(getCell(ROLE_CHANGE, actor, TARGETS.indexOf(target)));
}

/** "-" for a pair that does not exist. */
export function expectedOwnershipTransfer({ actor, target }: Pair): string {
  return toOutcome(getCell(OWNERSHIP_TRANSFER, actor, TARGETS.indexOf(target)));
}

export function expectedGrant(actor: ActorRole, role: GrantedRole, way: keyof typeof GRANT): string {
  return toOutcome(getCell(GRANT[way], actor, GRANTED_ROLES.indexOf(role)));
}

function toOutcome(cell: string): string {
  return ABBREVIATIONS[cell] ?? cell;
}
