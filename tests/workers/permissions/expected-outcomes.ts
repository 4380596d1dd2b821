/**
 * The expected outcome of every function, route and command for every caller, written by hand from section 6 of the
 * specification and from the decisions about what it leaves open. Independent of the code under test.
 */
import { CALLERS, type Caller, OUTSIDERS, type RoomKind } from "./caller-kinds.ts";
import { getCell, parseTable } from "./text-table.ts";

/** The abbreviations in the cells of the tables. Any other cell is the outcome itself. */
const ABBREVIATIONS: Readonly<Record<string, string>> = {
  bad: "room-password-wrong",
  rej: "request-rejected",
  in: "joined",
  inv: "invalid-arguments",
  log: "login-required",
  mem: "already-member",
  nf: "not-found",
  nfr: "request-not-found",
  nfs: "session-not-found",
  nft: "track-not-found",
  nfu: "upload-not-found",
  no: "forbidden",
  noinv: "member-not-invited-by-you",
  ownr: "member-is-owner",
  pend: "request-pending",
  pw: "room-password-required",
  unk: "unknown-function",
  wait: "waiting",
};

// The columns after the second bar are for outsiders in a locked room.
//                                                 owner  admin  editor partic viewer | reqd  rejd  spec  guest | reqd  rejd  spec  guest
const FUNCTIONS = parseTable(`
  rooms.get                                        ok     ok     ok     ok     ok     | ok    ok    ok    ok    | pw    pw    pw    pw
  rooms.getRoomInfoByUrl                           ok     ok     ok     ok     ok     | ok    ok    ok    ok    | ok    ok    ok    ok
  rooms.getState                                   ok     ok     ok     ok     ok     | ok    ok    ok    ok    | pw    pw    pw    pw
  rooms.getHistory                                 ok     ok     ok     ok     ok     | ok    ok    ok    ok    | pw    pw    pw    pw
  rooms.create                                     ok     ok     ok     ok     ok     | ok    ok    ok    log   | ok    ok    ok    log
  rooms.update the name                            ok     ok     no     no     no     | no    no    no    log   | pw    pw    pw    log
  rooms.update the password                        ok     ok     no     no     no     | no    no    no    log   | pw    pw    pw    log
  rooms.update the visibility                      ok     ok     no     no     no     | no    no    no    log   | pw    pw    pw    log
  rooms.update the opening                         ok     ok     no     no     no     | no    no    no    log   | pw    pw    pw    log
  rooms.remove                                     ok     no     no     no     no     | no    no    no    log   | pw    pw    pw    log
  rooms.toggleFavorite                             ok     ok     ok     ok     ok     | ok    ok    ok    log   | ok    ok    ok    log
  rooms.toggleFavorite as another user             no     no     no     no     no     | no    no    no    log   | no    no    no    log
  rooms.getPublicRoomsWithAuthors                  ok     ok     ok     ok     ok     | ok    ok    ok    ok    | ok    ok    ok    ok
  rooms.getUserRoomsWithAuthors                    ok     ok     ok     ok     ok     | ok    ok    ok    log   | ok    ok    ok    log
  rooms.getUserRoomsWithAuthors of another user    no     no     no     no     no     | no    no    no    log   | no    no    no    log
  rooms.command play                               ok     ok     ok     ok     no     | no    no    no    log   | pw    pw    pw    pw
  rooms.command pause                              ok     ok     ok     ok     no     | no    no    no    log   | pw    pw    pw    pw
  rooms.command seek                               ok     ok     ok     ok     no     | no    no    no    log   | pw    pw    pw    pw
  rooms.command next                               ok     ok     ok     ok     no     | no    no    no    log   | pw    pw    pw    pw
  rooms.command previous                           ok     ok     ok     ok     no     | no    no    no    log   | pw    pw    pw    pw
  rooms.command select                             ok     ok     ok     ok     no     | no    no    no    log   | pw    pw    pw    pw
  rooms.command restore playback                   ok     ok     ok     ok     no     | no    no    no    log   | pw    pw    pw    pw
  rooms.command restore playback of another's      ok     ok     ok     no     no     | no    no    no    log   | pw    pw    pw    pw
  rooms.command move own                           ok     ok     ok     ok     no     | no    no    no    log   | pw    pw    pw    pw
  rooms.command move another's                     ok     ok     ok     no     no     | no    no    no    log   | pw    pw    pw    pw
  rooms.command move own and another's             ok     ok     ok     no     no     | no    no    no    log   | pw    pw    pw    pw
  rooms.command remove own                         ok     ok     ok     ok     no     | no    no    no    log   | pw    pw    pw    pw
  rooms.command remove another's                   ok     ok     ok     no     no     | no    no    no    log   | pw    pw    pw    pw
  rooms.command remove own and another's           ok     ok     ok     no     no     | no    no    no    log   | pw    pw    pw    pw
  rooms.command restore own                        ok     ok     ok     ok     no     | no    no    no    log   | pw    pw    pw    pw
  rooms.command restore another's                  ok     ok     ok     no     no     | no    no    no    log   | pw    pw    pw    pw
  rooms.command repeat                             ok     ok     ok     ok     no     | no    no    no    log   | pw    pw    pw    pw
  rooms.command shuffle                            ok     ok     ok     ok     no     | no    no    no    log   | pw    pw    pw    pw
  rooms.command queue own                          ok     ok     ok     ok     no     | no    no    no    log   | pw    pw    pw    pw
  rooms.command queue another's                    ok     ok     ok     no     no     | no    no    no    log   | pw    pw    pw    pw
  rooms.checkPassword                              ok     ok     ok     ok     ok     | ok    ok    ok    ok    | ok    ok    ok    ok
  rooms.generateAccessToken                        ok     ok     ok     ok     ok     | ok    ok    ok    ok    | ok    ok    ok    ok
  rooms.generateAccessToken with a wrong password  bad    bad    bad    bad    bad    | bad   bad   bad   bad   | bad   bad   bad   bad
  rooms.verifyAccessToken                          ok     ok     ok     ok     ok     | ok    ok    ok    ok    | ok    ok    ok    ok
  rooms.cleanupExpiredTokens                       ok     ok     ok     ok     ok     | ok    ok    ok    ok    | ok    ok    ok    ok
  members.list                                     ok     ok     ok     ok     ok     | ok    ok    ok    ok    | pw    pw    pw    pw
  members.add                                      ok     ok     ok     ok     no     | no    no    no    log   | pw    pw    pw    log
  members.add by id                                ok     ok     ok     ok     no     | no    no    no    log   | pw    pw    pw    log
  members.changeRole                               ok     ok     no     no     no     | no    no    no    log   | pw    pw    pw    log
  members.remove own invitee                       ok     ok     ok     ok     no     | no    no    no    log   | pw    pw    pw    log
  members.remove another's invitee                 ok     ok     noinv  noinv  noinv  | no    no    no    log   | pw    pw    pw    log
  members.remove oneself                           ownr   ok     ok     ok     ok     | no    no    no    log   | pw    pw    pw    log
  members.transferOwnership                        ok     no     no     no     no     | no    no    no    log   | pw    pw    pw    log
  access.request                                   mem    mem    mem    mem    ok     | pend  rej   ok    log   | pend  rej   ok    log
  access.request a day after a rejection           mem    mem    mem    mem    ok     | pend  ok    ok    log   | pend  ok    ok    log
  access.cancel                                    nfr    nfr    nfr    nfr    nfr    | ok    nfr   nfr   log   | ok    nfr   nfr   log
  access.approve                                   ok     ok     no     no     no     | no    no    no    log   | no    no    no    log
  access.approve without a request                 nfr    nfr    no     no     no     | no    no    no    log   | no    no    no    log
  access.reject                                    ok     ok     no     no     no     | no    no    no    log   | no    no    no    log
  invites.create                                   ok     ok     ok     ok     no     | no    no    no    log   | pw    pw    pw    log
  invites.list                                     ok     ok     ok     ok     no     | no    no    no    log   | pw    pw    pw    log
  invites.revoke own                               ok     ok     ok     ok     no     | no    no    no    log   | pw    pw    pw    log
  invites.revoke another's                         ok     ok     no     no     no     | no    no    no    log   | pw    pw    pw    log
  invites.get                                      ok     ok     ok     ok     ok     | ok    ok    ok    ok    | ok    ok    ok    ok
  invites.accept                                   ok     ok     ok     ok     ok     | ok    ok    ok    log   | ok    ok    ok    log
  uploads.announce                                 ok     ok     ok     ok     no     | no    no    no    log   | pw    pw    pw    log
  uploads.begin own                                ok     ok     ok     ok     no     | no    no    no    log   | pw    pw    pw    log
  uploads.begin another's                          nfu    nfu    nfu    nfu    nfu    | nfu   nfu   nfu   log   | nfu   nfu   nfu   log
  uploads.list                                     ok     ok     ok     ok     no     | no    no    no    log   | pw    pw    pw    log
  uploads.getStorage                               ok     ok     ok     ok     ok     | ok    ok    ok    log   | ok    ok    ok    log
  uploads.complete own                             ok     ok     ok     ok     no     | no    no    no    log   | pw    pw    pw    log
  uploads.complete another's                       nfu    nfu    nfu    nfu    nfu    | nfu   nfu   nfu   log   | nfu   nfu   nfu   log
  uploads.cancel own                               ok     ok     ok     ok     ok     | ok    ok    ok    log   | ok    ok    ok    log
  uploads.cancel another's                         nfu    nfu    nfu    nfu    nfu    | nfu   nfu   nfu   log   | nfu   nfu   nfu   log
  playlist.add own track                           ok     ok     ok     ok     no     | no    no    no    log   | pw    pw    pw    log
  tracks.findDuplicates                            ok     ok     ok     ok     ok     | ok    ok    ok    log   | ok    ok    ok    log
  tracks.get own                                   ok     ok     ok     ok     ok     | ok    ok    ok    log   | ok    ok    ok    log
  tracks.get another's in an own entry             ok     ok     ok     ok     no     | no    no    no    log   | pw    pw    pw    log
  tracks.get another's in another's entry          ok     ok     ok     no     no     | no    no    no    log   | pw    pw    pw    log
  tracks.get another's without a room              nft    nft    nft    nft    nft    | nft   nft   nft   log   | nft   nft   nft   log
  tracks.update own                                ok     ok     ok     ok     ok     | ok    ok    ok    log   | ok    ok    ok    log
  tracks.update another's in an own entry          ok     ok     ok     ok     no     | no    no    no    log   | pw    pw    pw    log
  tracks.update another's in another's entry       ok     ok     ok     no     no     | no    no    no    log   | pw    pw    pw    log
  tracks.update another's without a room           nft    nft    nft    nft    nft    | nft   nft   nft   log   | nft   nft   nft   log
  tracks.update another's in no room               nft    nft    nft    nft    no     | no    no    no    log   | pw    pw    pw    log
  tracks.readTags own                              ok     ok     ok     ok     ok     | ok    ok    ok    log   | ok    ok    ok    log
  tracks.readTags another's in an own entry        ok     ok     ok     ok     no     | no    no    no    log   | pw    pw    pw    log
  tracks.readTags another's in another's entry     ok     ok     ok     no     no     | no    no    no    log   | pw    pw    pw    log
  tracks.readTags another's without a room         nft    nft    nft    nft    nft    | nft   nft   nft   log   | nft   nft   nft   log
  tracks.listTracksWithoutAnalysis                 ok     ok     ok     ok     ok     | ok    ok    ok    log   | pw    pw    pw    log
  tracks.setAnalysis own                           ok     ok     ok     ok     ok     | ok    ok    ok    log   | ok    ok    ok    log
  tracks.setAnalysis another's                     nft    nft    nft    nft    nft    | nft   nft   nft   log   | nft   nft   nft   log
  tracks.fixDurations                              ok     ok     ok     ok     ok     | ok    ok    ok    log   | ok    ok    ok    log
  tracks.list                                      ok     ok     ok     ok     ok     | ok    ok    ok    log   | pw    pw    pw    log
  tracks.usage                                     ok     ok     ok     ok     ok     | ok    ok    ok    log   | ok    ok    ok    log
  tracks.usage another's                           nf     nf     nf     nf     nf     | nf    nf    nf    log   | nf    nf    nf    log
  tracks.remove own                                ok     ok     ok     ok     ok     | ok    ok    ok    log   | ok    ok    ok    log
  tracks.remove another's                          nf     nf     nf     nf     nf     | nf    nf    nf    log   | nf    nf    nf    log
  tracks.save another's in the room                ok     ok     ok     ok     ok     | ok    ok    ok    log   | pw    pw    pw    log
  tracks.save another's in no room                 nft    nft    nft    nft    nft    | nft   nft   nft   log   | pw    pw    pw    log
  tracks.unsave                                    ok     ok     ok     ok     ok     | ok    ok    ok    log   | ok    ok    ok    log
  playlist.export                                  ok     ok     ok     ok     ok     | ok    ok    ok    ok    | pw    pw    pw    pw
  playlist.match                                   ok     ok     ok     ok     ok     | ok    ok    ok    log   | ok    ok    ok    log
  playlist.add a track of the room                 ok     ok     ok     ok     no     | no    no    no    log   | pw    pw    pw    log
  playlist.add another's track                     nf     nf     nf     nf     no     | no    no    no    log   | pw    pw    pw    log
  users.getCurrentUser                             ok     ok     ok     ok     ok     | ok    ok    ok    log   | ok    ok    ok    log
  users.getCurrentUser of another user             no     no     no     no     no     | no    no    no    log   | no    no    no    log
  users.getById                                    ok     ok     ok     ok     ok     | ok    ok    ok    log   | ok    ok    ok    log
  users.updateUserProfile                          ok     ok     ok     ok     ok     | ok    ok    ok    log   | ok    ok    ok    log
  users.updateUserProfile of another user          no     no     no     no     no     | no    no    no    log   | no    no    no    log
  users.updateAvatar                               ok     ok     ok     ok     ok     | ok    ok    ok    log   | ok    ok    ok    log
  users.updateAvatar of another user               no     no     no     no     no     | no    no    no    log   | no    no    no    log
  users.generateNewAvatarColor                     ok     ok     ok     ok     ok     | ok    ok    ok    log   | ok    ok    ok    log
  users.generateNewAvatarColor of another user     no     no     no     no     no     | no    no    no    log   | no    no    no    log
  dev.listMails                                    unk    unk    unk    unk    unk    | unk   unk   unk   unk   | unk   unk   unk   unk
  dev.getBackendStatus                             unk    unk    unk    unk    unk    | unk   unk   unk   unk   | unk   unk   unk   unk
  dev.inspectRoom                                  unk    unk    unk    unk    unk    | unk   unk   unk   unk   | unk   unk   unk   unk
  dev.getMigrations                                unk    unk    unk    unk    unk    | unk   unk   unk   unk   | unk   unk   unk   unk
  dev.checkIntegrity                               unk    unk    unk    unk    unk    | unk   unk   unk   unk   | unk   unk   unk   unk
  dev.listObjects                                  unk    unk    unk    unk    unk    | unk   unk   unk   unk   | unk   unk   unk   unk
  dev.countObjects                                 unk    unk    unk    unk    unk    | unk   unk   unk   unk   | unk   unk   unk   unk
  dev.deleteObjects                                unk    unk    unk    unk    unk    | unk   unk   unk   unk   | unk   unk   unk   unk
  dev.listDuplicates                               unk    unk    unk    unk    unk    | unk   unk   unk   unk   | unk   unk   unk   unk
  dev.mergeTracks                                  unk    unk    unk    unk    unk    | unk   unk   unk   unk   | unk   unk   unk   unk
  users.listSessions                               ok     ok     ok     ok     ok     | ok    ok    ok    log   | ok    ok    ok    log
  users.endSession                                 ok     ok     ok     ok     ok     | ok    ok    ok    log   | ok    ok    ok    log
  users.endSession of another user                 nfs    nfs    nfs    nfs    nfs    | nfs   nfs   nfs   log   | nfs   nfs   nfs   log
  users.endSession the current one                 no     no     no     no     no     | no    no    no    log   | no    no    no    log
  users.planRemoval                                ok     ok     ok     ok     ok     | ok    ok    ok    log   | ok    ok    ok    log
  users.remove another user                        no     no     no     no     no     | no    no    no    log   | no    no    no    log
  users.remove with another's username             inv    inv    inv    inv    inv    | inv   inv   inv   log   | inv   inv   inv   log
  users.endOtherSessions                           ok     ok     ok     ok     ok     | ok    ok    ok    log   | ok    ok    ok    log
`);

// Whether the answer contains what the row names.
//                                                 owner  admin  editor partic viewer | reqd  rejd  spec  guest | reqd  rejd  spec  guest
const VISIBILITY = parseTable(`
  rooms.getPublicRoomsWithAuthors the public room  yes    yes    yes    yes    yes    | yes   yes   yes   yes   | yes   yes   yes   yes
  rooms.getPublicRoomsWithAuthors the hidden room  -      -      -      -      -      | -     -     -     -     | -     -     -     -
  rooms.getUserRoomsWithAuthors                    yes    yes    yes    yes    yes    | -     -     -     -     | -     -     -     -
  rooms.getRoomInfoByUrl the description           yes    yes    yes    yes    yes    | yes   yes   yes   yes   | -     -     -     -
  members.list pending and rejected requests       yes    yes    -      -      -      | -     -     -     -     | -     -     -     -
  members.list usernames                           yes    yes    yes    yes    yes    | -     -     -     -     | -     -     -     -
  uploads.list another's                           -      -      -      -      -      | -     -     -     -     | -     -     -     -
  uploads.list own                                 yes    yes    yes    yes    -      | -     -     -     -     | -     -     -     -
  tracks.findDuplicates a track of the room        yes    yes    yes    yes    yes    | -     -     -     -     | -     -     -     -
  tracks.list a track of the room                  yes    yes    yes    yes    yes    | -     -     -     -     | -     -     -     -
  tracks.usage the public room                     yes    yes    yes    yes    yes    | yes   yes   yes   -     | yes   yes   yes   -
  tracks.usage the hidden room                     yes    yes    yes    yes    yes    | -     -     -     -     | -     -     -     -
  tracks.listTracksWithoutAnalysis own             yes    yes    yes    yes    yes    | yes   yes   yes   -     | -     -     -     -
  tracks.listTracksWithoutAnalysis another's       -      -      -      -      -      | -     -     -     -     | -     -     -     -
  playlist.match a track of the room               yes    yes    yes    yes    yes    | -     -     -     -     | -     -     -     -
  invites.list own                                 yes    yes    yes    yes    -      | -     -     -     -     | -     -     -     -
  invites.list another's                           yes    yes    -      -      -      | -     -     -     -     | -     -     -     -
`);

// HTTP statuses. The page of a locked room is the form for its password.
//                                                owner  admin  editor partic viewer | reqd  rejd  spec  guest | reqd  rejd  spec  guest
const ROUTES = parseTable(`
  GET /                                           200    200    200    200    200    | 200   200   200   200   | 200   200   200   200
  GET /_root.data                                 200    200    200    200    200    | 200   200   200   200   | 200   200   200   200
  GET /room/:id                                   200    200    200    200    200    | 200   200   200   200   | 200   200   200   200
  GET /room/:id.data                              200    200    200    200    200    | 200   200   200   200   | 200   200   200   200
  GET /rooms/new                                  200    200    200    200    200    | 200   200   200   302   | 200   200   200   302
  GET /invite/:code                               200    200    200    200    200    | 200   200   200   200   | 200   200   200   200
  GET /auth                                       302    302    302    302    302    | 302   302   302   200   | 302   302   302   200
  GET /auth/done                                  200    200    200    200    200    | 200   200   200   200   | 200   200   200   200
  GET /reset-password                             200    200    200    200    200    | 200   200   200   200   | 200   200   200   200
  GET /protected                                  200    200    200    200    200    | 200   200   200   302   | 200   200   200   302
  GET /help                                       200    200    200    200    200    | 200   200   200   200   | 200   200   200   200
  GET /settings                                   200    200    200    200    200    | 200   200   200   200   | 200   200   200   200
  GET /offline                                    200    200    200    200    200    | 200   200   200   200   | 200   200   200   200
  GET /share                                      200    200    200    200    200    | 200   200   200   302   | 200   200   200   302
  POST /share                                     303    303    303    303    303    | 303   303   303   303   | 303   303   303   303
  GET /dev                                        404    404    404    404    404    | 404   404   404   404   | 404   404   404   404
  GET /dev/ui                                     404    404    404    404    404    | 404   404   404   404   | 404   404   404   404
  GET /dev/mail                                   404    404    404    404    404    | 404   404   404   404   | 404   404   404   404
  GET /dev/debug                                  404    404    404    404    404    | 404   404   404   404   | 404   404   404   404
  GET /dev/rooms/:id                              404    404    404    404    404    | 404   404   404   404   | 404   404   404   404
  GET /dev/debug-migration                        404    404    404    404    404    | 404   404   404   404   | 404   404   404   404
  GET /dev/debug-r2                               404    404    404    404    404    | 404   404   404   404   | 404   404   404   404
  GET /dev/duplicates                             404    404    404    404    404    | 404   404   404   404   | 404   404   404   404
  GET /dev/notices                                404    404    404    404    404    | 404   404   404   404   | 404   404   404   404
  GET /dev/audio-normalize                        404    404    404    404    404    | 404   404   404   404   | 404   404   404   404
  GET /dev/track-parser-test                      404    404    404    404    404    | 404   404   404   404   | 404   404   404   404
  GET /dev/yandex-music-test                      404    404    404    404    404    | 404   404   404   404   | 404   404   404   404
  GET /dev/yandex-music-test-v2                   404    404    404    404    404    | 404   404   404   404   | 404   404   404   404
  GET /dev/spotify-search-test                    404    404    404    404    404    | 404   404   404   404   | 404   404   404   404
  GET /dev/spotify-find-track-test                404    404    404    404    404    | 404   404   404   404   | 404   404   404   404
  GET /dev/artist-search-comparison               404    404    404    404    404    | 404   404   404   404   | 404   404   404   404
  GET /dev/*                                      404    404    404    404    404    | 404   404   404   404   | 404   404   404   404
  GET *                                           404    404    404    404    404    | 404   404   404   404   | 404   404   404   404
  GET /healthz                                    404    404    404    404    404    | 404   404   404   404   | 404   404   404   404
  GET /metrics                                    404    404    404    404    404    | 404   404   404   404   | 404   404   404   404
  GET /api/health                                 200    200    200    200    200    | 200   200   200   200   | 200   200   200   200
  GET /api/_auth/session                          200    200    200    200    200    | 200   200   200   200   | 200   200   200   200
  GET /media/audio/:id                            200    200    200    200    200    | 200   200   200   200   | 403   403   403   403
  GET /media/map/:id                              200    200    200    200    200    | 200   200   200   200   | 403   403   403   403
  GET /media/cover/:id                            200    200    200    200    200    | 200   200   200   200   | 403   403   403   403
  GET /media/wave/:id                             200    200    200    200    200    | 200   200   200   200   | 403   403   403   403
  GET /media/library-cover/:id                    200    200    200    200    200    | 404   404   404   401   | 404   404   404   401
  GET /media/own/:trackId own                     200    200    200    200    200    | 200   200   200   401   | 200   200   200   401
  GET /media/own/:trackId another's               404    404    404    404    404    | 404   404   404   401   | 404   404   404   401
  GET /api/account/export                         200    200    200    200    200    | 200   200   200   401   | 200   200   200   401
  GET /media/picture/:trackId own                 200    200    200    200    200    | 200   200   200   401   | 200   200   200   401
  GET /media/picture/:trackId in an own entry     200    200    200    200    403    | 403   403   403   401   | 403   403   403   401
  GET /media/picture/:trackId in another's entry  200    200    200    403    403    | 403   403   403   401   | 403   403   403   401
  GET /media/picture/:trackId without a room      404    404    404    404    404    | 404   404   404   401   | 404   404   404   401
  POST /api/clear-cache                           200    200    200    200    200    | 200   200   200   200   | 200   200   200   200
  GET /api/auth/link-google                       ok     ok     ok     ok     ok     | ok    ok    ok    log   | ok    ok    ok    log
  GET /api/auth/link-github                       ok     ok     ok     ok     ok     | ok    ok    ok    log   | ok    ok    ok    log
  GET /api/auth/link-spotify                      ok     ok     ok     ok     ok     | ok    ok    ok    log   | ok    ok    ok    log
  POST /api/auth/unlink-google                    409    409    409    409    409    | 409   409   409   401   | 409   409   409   401
  POST /api/auth/unlink-github                    409    409    409    409    409    | 409   409   409   401   | 409   409   409   401
  POST /api/auth/unlink-spotify                   409    409    409    409    409    | 409   409   409   401   | 409   409   409   401
  POST /api/covers                                200    200    200    200    200    | 200   200   200   401   | 200   200   200   401
  GET /media/avatar/:id                           200    200    200    200    200    | 200   200   200   200   | 200   200   200   200
  GET /api/ably/token                             200    200    200    200    200    | 200   200   200   401   | 200   200   200   401
  PUT /api/uploads/:id/parts/:number own          200    200    200    200    200    | 200   200   200   401   | 200   200   200   401
  PUT /api/uploads/:id/parts/:number another's    404    404    404    404    404    | 404   404   404   401   | 404   404   404   401
  PUT /api/uploads/:id/cover own                  200    200    200    200    200    | 200   200   200   401   | 200   200   200   401
  PUT /api/uploads/:id/cover another's            404    404    404    404    404    | 404   404   404   401   | 404   404   404   401
  POST /api/rooms/:id/links                       200    200    200    200    403    | 403   403   403   401   | 403   403   403   401
  GET /api/rooms/:id/socket                       in     in     in     in     in     | in    in    in    in    | wait  wait  wait  4401
  GET /api/lobby/socket                           in     in     in     in     in     | in    in    in    in    | in    in    in    in
  GET /api/:version/sync                          in     in     in     in     in     | in    in    in    in    | in    in    in    in
  POST /api/query_ts                              200    200    200    200    200    | 200   200   200   200   | 200   200   200   200
  POST /api/query_at_ts                           200    200    200    200    200    | 200   200   200   200   | 560   560   560   560
  POST /api/debug_event                           200    200    200    200    200    | 200   200   200   200   | 200   200   200   200
`);

// Over a room's socket, which outsiders of a locked room do not have ("-").
//                          owner  admin  editor partic viewer | reqd  rejd  spec  guest | reqd  rejd  spec  guest
const COMMANDS = parseTable(`
  play                      ok     ok     ok     ok     no     | no    no    no    log   | -     -     -     -
  pause                     ok     ok     ok     ok     no     | no    no    no    log   | -     -     -     -
  seek                      ok     ok     ok     ok     no     | no    no    no    log   | -     -     -     -
  next                      ok     ok     ok     ok     no     | no    no    no    log   | -     -     -     -
  previous                  ok     ok     ok     ok     no     | no    no    no    log   | -     -     -     -
  select                    ok     ok     ok     ok     no     | no    no    no    log   | -     -     -     -
  restore playback          ok     ok     ok     ok     no     | no    no    no    log   | -     -     -     -
  restore playback of another's  ok     ok     ok     no     no     | no    no    no    log   | -     -     -     -
  move own                  ok     ok     ok     ok     no     | no    no    no    log   | -     -     -     -
  move another's            ok     ok     ok     no     no     | no    no    no    log   | -     -     -     -
  move own and another's    ok     ok     ok     no     no     | no    no    no    log   | -     -     -     -
  remove own                ok     ok     ok     ok     no     | no    no    no    log   | -     -     -     -
  remove another's          ok     ok     ok     no     no     | no    no    no    log   | -     -     -     -
  remove own and another's  ok     ok     ok     no     no     | no    no    no    log   | -     -     -     -
  restore own               ok     ok     ok     ok     no     | no    no    no    log   | -     -     -     -
  restore another's         ok     ok     ok     no     no     | no    no    no    log   | -     -     -     -
  repeat                    ok     ok     ok     ok     no     | no    no    no    log   | -     -     -     -
  shuffle                   ok     ok     ok     ok     no     | no    no    no    log   | -     -     -     -
  queue own                 ok     ok     ok     ok     no     | no    no    no    log   | -     -     -     -
  queue another's           ok     ok     ok     no     no     | no    no    no    log   | -     -     -     -
  snapshot                  ok     ok     ok     ok     ok     | ok    ok    ok    ok    | -     -     -     -
  clock                     ok     ok     ok     ok     ok     | ok    ok    ok    ok    | -     -     -     -
  report                    ok     ok     ok     ok     ok     | ok    ok    ok    ok    | -     -     -     -
  set-name                  no     no     no     no     no     | no    no    no    ok    | -     -     -     -
`);

// In a public room that lets everyone control playback, and everyone signed in add tracks.
//                                             owner  admin  editor partic viewer | reqd  rejd  spec  guest
const OPEN_FUNCTIONS = parseTable(`
  rooms.update the name                        ok     ok     no     no     no     | no    no    no    log
  rooms.update the opening                     ok     ok     no     no     no     | no    no    no    log
  rooms.command pause                          ok     ok     ok     ok     ok     | ok    ok    ok    ok
  rooms.command move own                       ok     ok     ok     ok     ok     | ok    ok    ok    log
  rooms.command move another's                 ok     ok     ok     no     no     | no    no    no    log
  members.add                                  ok     ok     ok     ok     no     | no    no    no    log
  access.approve                               ok     ok     no     no     no     | no    no    no    log
  invites.create                               ok     ok     ok     ok     no     | no    no    no    log
  uploads.announce                             ok     ok     ok     ok     ok     | ok    ok    ok    log
  uploads.begin own                            ok     ok     ok     ok     ok     | ok    ok    ok    log
  uploads.list                                 ok     ok     ok     ok     ok     | ok    ok    ok    log
  uploads.complete own                         ok     ok     ok     ok     ok     | ok    ok    ok    log
  tracks.get another's in an own entry         ok     ok     ok     ok     ok     | ok    ok    ok    log
  tracks.get another's in another's entry      ok     ok     ok     no     no     | no    no    no    log
  tracks.update another's in an own entry      ok     ok     ok     ok     ok     | ok    ok    ok    log
  tracks.update another's in another's entry   ok     ok     ok     no     no     | no    no    no    log
  playlist.add own track                       ok     ok     ok     ok     ok     | ok    ok    ok    log
  playlist.add a track of the room             ok     ok     ok     ok     ok     | nf    nf    nf    log
  playlist.add another's track                 nf     nf     nf     nf     nf     | nf    nf    nf    log
`);

// Over the socket of such a room.
//                          owner  admin  editor partic viewer | reqd  rejd  spec  guest
const OPEN_COMMANDS = parseTable(`
  play                      ok     ok     ok     ok     ok     | ok    ok    ok    ok
  pause                     ok     ok     ok     ok     ok     | ok    ok    ok    ok
  seek                      ok     ok     ok     ok     ok     | ok    ok    ok    ok
  next                      ok     ok     ok     ok     ok     | ok    ok    ok    ok
  previous                  ok     ok     ok     ok     ok     | ok    ok    ok    ok
  select                    ok     ok     ok     ok     ok     | ok    ok    ok    ok
  restore playback          ok     ok     ok     ok     ok     | ok    ok    ok    ok
  restore playback of another's  ok     ok     ok     no     no     | no    no    no    no
  move own                  ok     ok     ok     ok     ok     | ok    ok    ok    log
  move another's            ok     ok     ok     no     no     | no    no    no    log
  move own and another's    ok     ok     ok     no     no     | no    no    no    log
  remove own                ok     ok     ok     ok     ok     | ok    ok    ok    log
  remove another's          ok     ok     ok     no     no     | no    no    no    log
  remove own and another's  ok     ok     ok     no     no     | no    no    no    log
  restore own               ok     ok     ok     ok     ok     | ok    ok    ok    log
  restore another's         ok     ok     ok     no     no     | no    no    no    log
  repeat                    ok     ok     ok     ok     ok     | ok    ok    ok    ok
  shuffle                   ok     ok     ok     ok     ok     | ok    ok    ok    ok
  queue own                 ok     ok     ok     ok     ok     | ok    ok    ok    log
  queue another's           ok     ok     ok     no     no     | no    no    no    log
`);

const TABLES = {
  functions: FUNCTIONS,
  visibility: VISIBILITY,
  routes: ROUTES,
  commands: COMMANDS,
  "open functions": OPEN_FUNCTIONS,
  "open commands": OPEN_COMMANDS,
} as const;
export type Table = keyof typeof TABLES;

export function listRows(table: Table): readonly string[] {
  return [...TABLES[table].keys()];
}

/** The expected outcome for a caller in a room of a kind. */
export function expectedOutcome(
  table: Table,
  row: string,
  { caller, kind }: { readonly caller: Caller; readonly kind: RoomKind },
): string {
  const outsiderIndex = (OUTSIDERS as readonly Caller[]).indexOf(caller);
  const isLockedOut = kind === "locked" && outsiderIndex >= 0;
  const cell = getCell(TABLES[table], row, isLockedOut ? CALLERS.length + outsiderIndex : CALLERS.indexOf(caller));
  return ABBREVIATIONS[cell] ?? cell;
}
