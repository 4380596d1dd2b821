/**
 * Who may do what, written by hand from section 6 of the specification and from what was settled where it is silent. It
 * takes nothing from the code that it is held against.
 */
import { cellOf, readGrid } from "./grid.ts";

export const MEMBERS = ["owner", "admin", "editor", "participant", "viewer"] as const;
/** Without access of their own: they need a key where there is a password. A stranger is signed in and has no role. */
export const OUTSIDERS = ["requested", "rejected", "stranger", "guest"] as const;
export const CALLERS = [...MEMBERS, ...OUTSIDERS] as const;
export type Caller = (typeof CALLERS)[number];

/** Locked: with a password, and the caller has no key to it. Unlocked: with a password, and the caller has a valid key. */
export const ROOM_KINDS = ["public", "hidden", "locked", "unlocked"] as const;
export type RoomKind = (typeof ROOM_KINDS)[number];

/** What the cells of the tables say in short; anything else stands for itself. */
const WORDS: Readonly<Record<string, string>> = {
  no: "forbidden",
  log: "login-required",
  // "You must be logged in to perform this action": a guest has no permissions that could be insufficient
  gst: "login-required",
  pw: "room-password-required",
  mem: "already-member",
  wait: "request-waiting",
  den: "request-denied",
  none: "request-gone",
  own: "member-is-owner",
  unk: "unknown-function",
  yours: "member-not-yours",
  nf: "not-found",
  nfu: "upload-not-found",
  nft: "track-not-found",
  bad: "room-password-wrong",
  gone: "session-gone",
  inv: "invalid-arguments",
};

// What stands behind the second bar: who has no role, before the gate of a room whose password they do not know.
//                                               owner admin editor partic viewer | reqd rejd stranger guest | reqd rejd stranger guest
const FUNCTIONS = readGrid(`
  rooms.get                                      ok    ok    ok     ok     ok     | ok   ok   ok       ok    | pw   pw   pw       pw
  rooms.getRoomInfoByUrl                         ok    ok    ok     ok     ok     | ok   ok   ok       ok    | ok   ok   ok       ok
  rooms.getState                                 ok    ok    ok     ok     ok     | ok   ok   ok       ok    | pw   pw   pw       pw
  rooms.getHistory                               ok    ok    ok     ok     ok     | ok   ok   ok       ok    | pw   pw   pw       pw
  rooms.create                                   ok    ok    ok     ok     ok     | ok   ok   ok       log   | ok   ok   ok       log
  rooms.update the name                          ok    ok    no     no     no     | no   no   no       log   | pw   pw   pw       log
  rooms.update the password                      ok    ok    no     no     no     | no   no   no       log   | pw   pw   pw       log
  rooms.update the visibility                    ok    ok    no     no     no     | no   no   no       log   | pw   pw   pw       log
  rooms.remove                                   ok    no    no     no     no     | no   no   no       log   | pw   pw   pw       log
  rooms.toggleFavorite                           ok    ok    ok     ok     ok     | ok   ok   ok       log   | ok   ok   ok       log
  rooms.toggleFavorite as another                no    no    no     no     no     | no   no   no       log   | no   no   no       log
  rooms.getPublicRoomsWithAuthors                ok    ok    ok     ok     ok     | ok   ok   ok       ok    | ok   ok   ok       ok
  rooms.getUserRoomsWithAuthors                  ok    ok    ok     ok     ok     | ok   ok   ok       log   | ok   ok   ok       log
  rooms.getUserRoomsWithAuthors of another       no    no    no     no     no     | no   no   no       log   | no   no   no       log
  rooms.command play                             ok    ok    ok     ok     no     | no   no   no       gst   | pw   pw   pw       pw
  rooms.command pause                            ok    ok    ok     ok     no     | no   no   no       gst   | pw   pw   pw       pw
  rooms.command seek                             ok    ok    ok     ok     no     | no   no   no       gst   | pw   pw   pw       pw
  rooms.command next                             ok    ok    ok     ok     no     | no   no   no       gst   | pw   pw   pw       pw
  rooms.command previous                         ok    ok    ok     ok     no     | no   no   no       gst   | pw   pw   pw       pw
  rooms.command select                           ok    ok    ok     ok     no     | no   no   no       gst   | pw   pw   pw       pw
  rooms.command move own                         ok    ok    ok     ok     no     | no   no   no       gst   | pw   pw   pw       pw
  rooms.command move another's                   ok    ok    ok     no     no     | no   no   no       gst   | pw   pw   pw       pw
  rooms.command move own and another's           ok    ok    ok     no     no     | no   no   no       gst   | pw   pw   pw       pw
  rooms.command remove own                       ok    ok    ok     ok     no     | no   no   no       gst   | pw   pw   pw       pw
  rooms.command remove another's                 ok    ok    ok     no     no     | no   no   no       gst   | pw   pw   pw       pw
  rooms.command remove own and another's         ok    ok    ok     no     no     | no   no   no       gst   | pw   pw   pw       pw
  rooms.command restore own                      ok    ok    ok     ok     no     | no   no   no       gst   | pw   pw   pw       pw
  rooms.command restore another's                ok    ok    ok     no     no     | no   no   no       gst   | pw   pw   pw       pw
  rooms.command repeat                           ok    ok    ok     ok     no     | no   no   no       gst   | pw   pw   pw       pw
  rooms.command shuffle                          ok    ok    ok     ok     no     | no   no   no       gst   | pw   pw   pw       pw
  rooms.command queue own                        ok    ok    ok     ok     no     | no   no   no       gst   | pw   pw   pw       pw
  rooms.command queue another's                  ok    ok    ok     no     no     | no   no   no       gst   | pw   pw   pw       pw
  rooms.checkPassword                            ok    ok    ok     ok     ok     | ok   ok   ok       ok    | ok   ok   ok       ok
  rooms.generateAccessToken                      ok    ok    ok     ok     ok     | ok   ok   ok       ok    | ok   ok   ok       ok
  rooms.generateAccessToken with a wrong one     bad   bad   bad    bad    bad    | bad  bad  bad      bad   | bad  bad  bad      bad
  rooms.verifyAccessToken                        ok    ok    ok     ok     ok     | ok   ok   ok       ok    | ok   ok   ok       ok
  rooms.cleanupExpiredTokens                     ok    ok    ok     ok     ok     | ok   ok   ok       ok    | ok   ok   ok       ok
  members.list                                   ok    ok    ok     ok     ok     | ok   ok   ok       ok    | pw   pw   pw       pw
  members.add                                    ok    ok    ok     ok     no     | no   no   no       log   | pw   pw   pw       log
  members.add by id                              ok    ok    ok     ok     no     | no   no   no       log   | pw   pw   pw       log
  members.changeRole                             ok    ok    no     no     no     | no   no   no       log   | pw   pw   pw       log
  members.remove whom they invited               ok    ok    ok     ok     no     | no   no   no       log   | pw   pw   pw       log
  members.remove whom another invited            ok    ok    yours  yours  yours    | no   no   no       log   | pw   pw   pw       log
  members.remove themselves                      own   ok    ok     ok     ok     | no   no   no       log   | pw   pw   pw       log
  members.transferOwnership                               ok    no    no     no     no     | no   no   no       log   | pw   pw   pw       log
  access.request                                 mem   mem   mem    mem    mem    | wait den  ok       log   | wait den  ok       log
  access.request denied a day ago                mem   mem   mem    mem    mem    | wait ok   ok       log   | wait ok   ok       log
  access.cancel                                  none  none  none   none   none   | ok   none none     log   | ok   none none     log
  access.approve                                 ok    ok    no     no     no     | no   no   no       log   | no   no   no       log
  access.approve who does not ask                none  none  no     no     no     | no   no   no       log   | no   no   no       log
  access.reject                                  ok    ok    no     no     no     | no   no   no       log   | no   no   no       log
  invites.create                                 ok    ok    ok     ok     no     | no   no   no       log   | pw   pw   pw       log
  invites.list                                   ok    ok    ok     ok     no     | no   no   no       log   | pw   pw   pw       log
  invites.revoke own                             ok    ok    ok     ok     no     | no   no   no       log   | pw   pw   pw       log
  invites.revoke another's                       ok    ok    no     no     no     | no   no   no       log   | pw   pw   pw       log
  invites.look                                   ok    ok    ok     ok     ok     | ok   ok   ok       ok    | ok   ok   ok       ok
  invites.accept                                 ok    ok    ok     ok     ok     | ok   ok   ok       log   | ok   ok   ok       log
  uploads.announce                               ok    ok    ok     ok     no     | no   no   no       log   | pw   pw   pw       log
  uploads.begin own                              ok    ok    ok     ok     no     | no   no   no       log   | pw   pw   pw       log
  uploads.begin another's                        nfu   nfu   nfu    nfu    nfu    | nfu  nfu  nfu      log   | nfu  nfu  nfu      log
  uploads.list                                   ok    ok    ok     ok     no     | no   no   no       log   | pw   pw   pw       log
  uploads.complete own                           ok    ok    ok     ok     no     | no   no   no       log   | pw   pw   pw       log
  uploads.complete another's                     nfu   nfu   nfu    nfu    nfu    | nfu  nfu  nfu      log   | nfu  nfu  nfu      log
  uploads.cancel own                             ok    ok    ok     ok     ok     | ok   ok   ok       log   | ok   ok   ok       log
  uploads.cancel another's                       nfu   nfu   nfu    nfu    nfu    | nfu  nfu  nfu      log   | nfu  nfu  nfu      log
  playlist.add own                               ok    ok    ok     ok     no     | no   no   no       log   | pw   pw   pw       log
  tracks.findDuplicates                            ok    ok    ok     ok     ok     | ok   ok   ok       log   | ok   ok   ok       log
  tracks.update own                              ok    ok    ok     ok     ok     | ok   ok   ok       log   | ok   ok   ok       log
  tracks.update another's in an own entry        ok    ok    ok     ok     no     | no   no   no       log   | pw   pw   pw       log
  tracks.update another's in another's entry     ok    ok    ok     no     no     | no   no   no       log   | pw   pw   pw       log
  tracks.update another's without a room         nft   nft   nft    nft    nft    | nft  nft  nft      log   | nft  nft  nft      log
  tracks.update another's of no room             nft   nft   nft    nft    no     | no   no   no       log   | pw   pw   pw       log
  tracks.readTags own                            ok    ok    ok     ok     ok     | ok   ok   ok       log   | ok   ok   ok       log
  tracks.readTags another's in an own entry      ok    ok    ok     ok     no     | no   no   no       log   | pw   pw   pw       log
  tracks.readTags another's in another's entry   ok    ok    ok     no     no     | no   no   no       log   | pw   pw   pw       log
  tracks.readTags another's without a room       nft   nft   nft    nft    nft    | nft  nft  nft      log   | nft  nft  nft      log
  tracks.listTracksWithoutAnalysis                             ok    ok    ok     ok     ok     | ok   ok   ok       log   | pw   pw   pw       log
  tracks.setAnalysis own                           ok    ok    ok     ok     ok     | ok   ok   ok       log   | ok   ok   ok       log
  tracks.setAnalysis another's                     nft   nft   nft    nft    nft    | nft  nft  nft      log   | nft  nft  nft      log
  tracks.fixDurations                            ok    ok    ok     ok     ok     | ok   ok   ok       log   | ok   ok   ok       log
  tracks.list                                    ok    ok    ok     ok     ok     | ok   ok   ok       log   | pw   pw   pw       log
  tracks.usage                                   ok    ok    ok     ok     ok     | ok   ok   ok       log   | ok   ok   ok       log
  tracks.usage another's                         nf    nf    nf     nf     nf     | nf   nf   nf       log   | nf   nf   nf       log
  tracks.remove own                              ok    ok    ok     ok     ok     | ok   ok   ok       log   | ok   ok   ok       log
  tracks.remove another's                        nf    nf    nf     nf     nf     | nf   nf   nf       log   | nf   nf   nf       log
  playlist.export                                ok    ok    ok     ok     ok     | ok   ok   ok       ok    | pw   pw   pw       pw
  playlist.match                                 ok    ok    ok     ok     ok     | ok   ok   ok       log   | ok   ok   ok       log
  playlist.add of the room's                     ok    ok    ok     ok     no     | no   no   no       log   | pw   pw   pw       log
  playlist.add another's                         nf    nf    nf     nf     no     | no   no   no       log   | pw   pw   pw       log
  users.getCurrentUser                           ok    ok    ok     ok     ok     | ok   ok   ok       log   | ok   ok   ok       log
  users.getCurrentUser of another                no    no    no     no     no     | no   no   no       log   | no   no   no       log
  users.getById                                  ok    ok    ok     ok     ok     | ok   ok   ok       log   | ok   ok   ok       log
  users.updateUserProfile                        ok    ok    ok     ok     ok     | ok   ok   ok       log   | ok   ok   ok       log
  users.updateUserProfile of another             no    no    no     no     no     | no   no   no       log   | no   no   no       log
  users.updateAvatar                             ok    ok    ok     ok     ok     | ok   ok   ok       log   | ok   ok   ok       log
  users.updateAvatar of another                  no    no    no     no     no     | no   no   no       log   | no   no   no       log
  users.generateNewAvatarColor                   ok    ok    ok     ok     ok     | ok   ok   ok       log   | ok   ok   ok       log
  users.generateNewAvatarColor of another        no    no    no     no     no     | no   no   no       log   | no   no   no       log
  dev.listMails                                  unk   unk   unk    unk    unk    | unk  unk  unk      unk   | unk  unk  unk      unk
  users.listSessions                             ok    ok    ok     ok     ok     | ok   ok   ok       log   | ok   ok   ok       log
  users.endSession                               ok    ok    ok     ok     ok     | ok   ok   ok       log   | ok   ok   ok       log
  users.endSession of another                    gone  gone  gone   gone   gone   | gone gone gone     log   | gone gone gone     log
  users.endSession this one                      no    no    no     no     no     | no   no   no       log   | no   no   no       log
  users.planRemoval                              ok    ok    ok     ok     ok     | ok   ok   ok       log   | ok   ok   ok       log
  users.remove of another                        no    no    no     no     no     | no   no   no       log   | no   no   no       log
  users.remove by another's name                 inv   inv   inv    inv    inv    | inv  inv  inv      log   | inv  inv  inv      log
  users.endOtherSessions                         ok    ok    ok     ok     ok     | ok   ok   ok       log   | ok   ok   ok       log
`);

// What an answer shows of what is not for everybody.
const SIGHTS = readGrid(`
  rooms.getPublicRoomsWithAuthors of public      yes   yes   yes    yes    yes    | yes  yes  yes      yes   | yes  yes  yes      yes
  rooms.getPublicRoomsWithAuthors of hidden      -     -     -      -      -      | -    -    -        -     | -    -    -        -
  rooms.getUserRoomsWithAuthors                  yes   yes   yes    yes    yes    | -    -    -        -     | -    -    -        -
  rooms.getRoomInfoByUrl the description         yes   yes   yes    yes    yes    | yes  yes  yes      yes   | -    -    -        -
  members.list who asks and who was denied       yes   yes   -      -      -      | -    -    -        -     | -    -    -        -
  members.list usernames                         yes   yes   yes    yes    yes    | -    -    -        -     | -    -    -        -
  uploads.list another's                         -     -     -      -      -      | -    -    -        -     | -    -    -        -
  uploads.list own                               yes   yes   yes    yes    -      | -    -    -        -     | -    -    -        -
  tracks.findDuplicates of the room's              yes   yes   yes    yes    yes    | -    -    -        -     | -    -    -        -
  tracks.list the room's                         yes   yes   yes    yes    yes    | -    -    -        -     | -    -    -        -
  tracks.usage of public                         yes   yes   yes    yes    yes    | yes  yes  yes      -     | yes  yes  yes      -
  tracks.usage of hidden                         yes   yes   yes    yes    yes    | -    -    -        -     | -    -    -        -
  tracks.listTracksWithoutAnalysis own                         yes   yes   yes    yes    yes    | yes  yes  yes      -     | -    -    -        -
  tracks.listTracksWithoutAnalysis another's                   -     -     -      -      -      | -    -    -        -     | -    -    -        -
  playlist.match the room's                      yes   yes   yes    yes    yes    | -    -    -        -     | -    -    -        -
  invites.list own                               yes   yes   yes    yes    -      | -    -    -        -     | -    -    -        -
  invites.list another's                         yes   yes   -      -      -      | -    -    -        -     | -    -    -        -
`);

// By status. A room whose password is missing has a page all the same: its gate.
const ROUTES = readGrid(`
  GET /                                          200   200   200    200    200    | 200  200  200      200   | 200  200  200      200
  GET /_root.data                                200   200   200    200    200    | 200  200  200      200   | 200  200  200      200
  GET /room/:id                                  200   200   200    200    200    | 200  200  200      200   | 200  200  200      200
  GET /room/:id.data                             200   200   200    200    200    | 200  200  200      200   | 200  200  200      200
  GET /rooms/new                                 200   200   200    200    200    | 200  200  200      302   | 200  200  200      302
  GET /invite/:code                              200   200   200    200    200    | 200  200  200      200   | 200  200  200      200
  GET /auth                                      302   302   302    302    302    | 302  302  302      200   | 302  302  302      200
  GET /auth/done                                 200   200   200    200    200    | 200  200  200      200   | 200  200  200      200
  GET /reset-password                            200   200   200    200    200    | 200  200  200      200   | 200  200  200      200
  GET /protected                                 200   200   200    200    200    | 200  200  200      302   | 200  200  200      302
  GET /help                                      200   200   200    200    200    | 200  200  200      200   | 200  200  200      200
  GET /settings                                  200   200   200    200    200    | 200  200  200      200   | 200  200  200      200
  GET /dev                                       404   404   404    404    404    | 404  404  404      404   | 404  404  404      404
  GET /dev/ui                                    404   404   404    404    404    | 404  404  404      404   | 404  404  404      404
  GET /dev/mail                                  404   404   404    404    404    | 404  404  404      404   | 404  404  404      404
  GET *                                          404   404   404    404    404    | 404  404  404      404   | 404  404  404      404
  GET /api/health                                200   200   200    200    200    | 200  200  200      200   | 200  200  200      200
  GET /api/_auth/session                         200   200   200    200    200    | 200  200  200      200   | 200  200  200      200
  GET /media/audio/:id                           200   200   200    200    200    | 200  200  200      200   | 403  403  403      403
  GET /media/map/:id                             200   200   200    200    200    | 200  200  200      200   | 403  403  403      403
  GET /media/cover/:id                           200   200   200    200    200    | 200  200  200      200   | 403  403  403      403
  GET /media/wave/:id                            200   200   200    200    200    | 200  200  200      200   | 403  403  403      403
  GET /media/library-cover/:id                   200   200   200    200    200    | 404  404  404      401   | 404  404  404      401
  GET /media/own/:trackId own                    200   200   200    200    200    | 200  200  200      401   | 200  200  200      401
  GET /media/own/:trackId another's              404   404   404    404    404    | 404  404  404      401   | 404  404  404      401
  GET /api/account/export                        200   200   200    200    200    | 200  200  200      401   | 200  200  200      401
  GET /media/picture/:trackId own                200   200   200    200    200    | 200  200  200      401   | 200  200  200      401
  GET /media/picture/:trackId in an own entry    200   200   200    200    403    | 403  403  403      401   | 403  403  403      401
  GET /media/picture/:trackId in another's entry  200  200   200    403    403    | 403  403  403      401   | 403  403  403      401
  GET /media/picture/:trackId without a room     404   404   404    404    404    | 404  404  404      401   | 404  404  404      401
  POST /api/clear-cache                         200   200   200    200    200    | 200  200  200      200   | 200  200  200      200
  GET /api/auth/link-google                      away  away  away   away   away   | away away away     log   | away away away     log
  GET /api/auth/link-github                      away  away  away   away   away   | away away away     log   | away away away     log
  GET /api/auth/link-spotify                     away  away  away   away   away   | away away away     log   | away away away     log
  POST /api/auth/unlink-google                   409   409   409    409    409    | 409  409  409      401   | 409  409  409      401
  POST /api/auth/unlink-github                   409   409   409    409    409    | 409  409  409      401   | 409  409  409      401
  POST /api/auth/unlink-spotify                  409   409   409    409    409    | 409  409  409      401   | 409  409  409      401
  POST /api/covers                               200   200   200    200    200    | 200  200  200      401   | 200  200  200      401
  GET /media/avatar/:id                          200   200   200    200    200    | 200  200  200      200   | 200  200  200      200
  GET /api/ably/token                            200   200   200    200    200    | 200  200  200      401   | 200  200  200      401
  PUT /api/uploads/:id/parts/:number own         200   200   200    200    200    | 200  200  200      401   | 200  200  200      401
  PUT /api/uploads/:id/parts/:number another's   404   404   404    404    404    | 404  404  404      401   | 404  404  404      401
  PUT /api/uploads/:id/cover own                 200   200   200    200    200    | 200  200  200      401   | 200  200  200      401
  PUT /api/uploads/:id/cover another's           404   404   404    404    404    | 404  404  404      401   | 404  404  404      401
  POST /api/rooms/:id/links                      200   200   200    200    403    | 403  403  403      401   | 403  403  403      401
  GET /api/rooms/:id/socket                      in    in    in     in     in     | in   in   in       in    | waits waits waits  4401
  GET /api/lobby/socket                          in    in    in     in     in     | in   in   in       in    | in   in   in       in
`);

// Over a room's socket. Who stands before its gate has none.
const COMMANDS = readGrid(`
  play                                           ok    ok    ok     ok     no     | no   no   no       gst   | -    -    -        -
  pause                                          ok    ok    ok     ok     no     | no   no   no       gst   | -    -    -        -
  seek                                           ok    ok    ok     ok     no     | no   no   no       gst   | -    -    -        -
  next                                           ok    ok    ok     ok     no     | no   no   no       gst   | -    -    -        -
  previous                                       ok    ok    ok     ok     no     | no   no   no       gst   | -    -    -        -
  select                                         ok    ok    ok     ok     no     | no   no   no       gst   | -    -    -        -
  move own                                       ok    ok    ok     ok     no     | no   no   no       gst   | -    -    -        -
  move another's                                 ok    ok    ok     no     no     | no   no   no       gst   | -    -    -        -
  move own and another's                         ok    ok    ok     no     no     | no   no   no       gst   | -    -    -        -
  remove own                                     ok    ok    ok     ok     no     | no   no   no       gst   | -    -    -        -
  remove another's                               ok    ok    ok     no     no     | no   no   no       gst   | -    -    -        -
  remove own and another's                       ok    ok    ok     no     no     | no   no   no       gst   | -    -    -        -
  restore own                                    ok    ok    ok     ok     no     | no   no   no       gst   | -    -    -        -
  restore another's                              ok    ok    ok     no     no     | no   no   no       gst   | -    -    -        -
  repeat                                         ok    ok    ok     ok     no     | no   no   no       gst   | -    -    -        -
  shuffle                                        ok    ok    ok     ok     no     | no   no   no       gst   | -    -    -        -
  queue own                                      ok    ok    ok     ok     no     | no   no   no       gst   | -    -    -        -
  queue another's                                ok    ok    ok     no     no     | no   no   no       gst   | -    -    -        -
  snapshot                                       ok    ok    ok     ok     ok     | ok   ok   ok       ok    | -    -    -        -
  clock                                          ok    ok    ok     ok     ok     | ok   ok   ok       ok    | -    -    -        -
  report                                         ok    ok    ok     ok     ok     | ok   ok   ok       ok    | -    -    -        -
`);

const TABLES = { functions: FUNCTIONS, sights: SIGHTS, routes: ROUTES, commands: COMMANDS } as const;
export type Table = keyof typeof TABLES;

export function rowsOf(table: Table): readonly string[] {
  return [...TABLES[table].keys()];
}

/** What a caller gets in a room of a kind. */
export function expectedIn(table: Table, row: string, { caller, kind }: { caller: Caller; kind: RoomKind }): string {
  const outside = (OUTSIDERS as readonly Caller[]).indexOf(caller);
  const place = kind === "locked" && outside >= 0 ? CALLERS.length + outside : CALLERS.indexOf(caller);
  const cell = cellOf(TABLES[table], row, place);
  return WORDS[cell] ?? cell;
}
