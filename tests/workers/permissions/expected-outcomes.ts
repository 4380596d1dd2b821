/**
 * The expected outcome of every function, route and command for every caller, written by hand from section 6 of the
 * specification and from the decisions about what it leaves open. Independent of the code under test.
 */
import { CALLERS, type Caller, OUTSIDERS, type RoomKind } from "./caller-kinds.ts";
import { COMMANDS } from "./expected-command-outcomes.ts";
import { OPEN_COMMANDS, OPEN_FUNCTIONS } from "./expected-open-room-outcomes.ts";
import { ROUTES } from "./expected-route-outcomes.ts";
import { getCell, parseTable } from "./text-table.ts";

/** The abbreviations in the cells of the tables. Any other cell is the outcome itself. */
const ABBREVIATIONS: Readonly<Record<string, string>> = {
  bad: "room-password-wrong",
  rej: "request-rejected",
  in: "joined",
  inv: "invalid-arguments",
  log: "login-required",
  mal: "service-token-malformed",
  mem: "already-member",
  nf: "not-found",
  nfb: "import-batch-not-found",
  nfr: "request-not-found",
  nfs: "session-not-found",
  nft: "track-not-found",
  nfu: "upload-not-found",
  nsc: "service-not-connected",
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
  rooms.getSessionSummary                          ok     ok     ok     ok     ok     | ok    ok    ok    ok    | pw    pw    pw    pw
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
  rooms.listTargets                                ok     ok     ok     ok     ok     | ok    ok    ok    log   | ok    ok    ok    log
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
  rooms.command undo own                           ok     ok     ok     ok     no     | no    no    no    log   | pw    pw    pw    pw
  rooms.command undo another's                     ok     ok     ok     no     no     | no    no    no    log   | pw    pw    pw    pw
  rooms.command repeat                             ok     ok     ok     ok     no     | no    no    no    log   | pw    pw    pw    pw
  rooms.command shuffle                            ok     ok     ok     ok     no     | no    no    no    log   | pw    pw    pw    pw
  rooms.command crossfade                          ok     ok     ok     ok     no     | no    no    no    log   | pw    pw    pw    pw
  rooms.command group volume                       ok     ok     ok     ok     no     | no    no    no    log   | pw    pw    pw    pw
  rooms.command mute room                          ok     ok     no     no     no     | no    no    no    log   | pw    pw    pw    pw
  rooms.command queue own                          ok     ok     ok     ok     no     | no    no    no    log   | pw    pw    pw    pw
  rooms.command queue another's                    ok     ok     ok     no     no     | no    no    no    log   | pw    pw    pw    pw
  rooms.command vote to skip                       ok     ok     ok     ok     no     | no    no    no    log   | pw    pw    pw    pw
  rooms.command vote for queued                    ok     ok     ok     ok     no     | no    no    no    log   | pw    pw    pw    pw
  reactions.send                                   ok     ok     ok     ok     ok     | ok    ok    ok    ok    | pw    pw    pw    pw
  reactions.get                                    ok     ok     ok     ok     ok     | ok    ok    ok    ok    | pw    pw    pw    pw
  votes.skip                                       ok     ok     ok     ok     no     | no    no    no    log   | pw    pw    pw    pw
  rooms.checkPassword                              ok     ok     ok     ok     ok     | ok    ok    ok    ok    | ok    ok    ok    ok
  rooms.generateAccessToken                        ok     ok     ok     ok     ok     | ok    ok    ok    ok    | ok    ok    ok    ok
  rooms.generateAccessToken with a wrong password  bad    bad    bad    bad    bad    | bad   bad   bad   bad   | bad   bad   bad   bad
  rooms.verifyAccessToken                          ok     ok     ok     ok     ok     | ok    ok    ok    ok    | ok    ok    ok    ok
  rooms.cleanupExpiredTokens                       ok     ok     ok     ok     ok     | ok    ok    ok    ok    | ok    ok    ok    ok
  chat.list                                        ok     ok     ok     ok     ok     | ok    ok    ok    ok    | pw    pw    pw    pw
  chat.send                                        ok     ok     ok     ok     no     | no    no    no    log   | pw    pw    pw    log
  chat.edit own                                    ok     ok     ok     ok     no     | no    no    no    log   | pw    pw    pw    log
  chat.edit another's                              no     no     no     no     no     | no    no    no    log   | pw    pw    pw    log
  chat.remove own                                  ok     ok     ok     ok     ok     | ok    ok    ok    log   | pw    pw    pw    log
  chat.remove another's                            ok     ok     no     no     no     | no    no    no    log   | pw    pw    pw    log
  chat.setSlowMode                                 ok     ok     no     no     no     | no    no    no    log   | pw    pw    pw    log
  chat.mute                                        ok     ok     no     no     no     | no    no    no    log   | pw    pw    pw    log
  chat.mute the owner                              no     no     no     no     no     | no    no    no    log   | pw    pw    pw    log
  chat.unmute                                      ok     ok     no     no     no     | no    no    no    log   | pw    pw    pw    log
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
  imports.search                                   ok     ok     ok     ok     no     | no    no    no    log   | pw    pw    pw    log
  imports.resolve                                  nsc    nsc    nsc    nsc    no     | no    no    no    log   | pw    pw    pw    log
  imports.start                                    ok     ok     ok     ok     no     | no    no    no    log   | pw    pw    pw    log
  imports.list                                     ok     ok     ok     ok     no     | no    no    no    log   | pw    pw    pw    log
  imports.retry own                                ok     ok     ok     ok     ok     | ok    ok    ok    log   | ok    ok    ok    log
  imports.retry another's                          nfb    nfb    nfb    nfb    nfb    | nfb   nfb   nfb   log   | nfb   nfb   nfb   log
  imports.cancel own                               ok     ok     ok     ok     ok     | ok    ok    ok    log   | ok    ok    ok    log
  imports.cancel another's                         nfb    nfb    nfb    nfb    nfb    | nfb   nfb   nfb   log   | nfb   nfb   nfb   log
  imports.connections                              ok     ok     ok     ok     ok     | ok    ok    ok    log   | ok    ok    ok    log
  imports.connect                                  mal    mal    mal    mal    mal    | mal   mal   mal   log   | mal   mal   mal   log
  imports.disconnect                               ok     ok     ok     ok     ok     | ok    ok    ok    log   | ok    ok    ok    log
  room_log.list                                    ok     ok     no     no     no     | no    no    no    log   | pw    pw    pw    log
  room_log.preview                                 ok     ok     no     no     no     | no    no    no    log   | pw    pw    pw    log
  room_log.restore                                 ok     ok     no     no     no     | no    no    no    log   | pw    pw    pw    log
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
  tracks.undoEdition own                           ok     ok     ok     ok     no     | no    no    no    log   | pw    pw    pw    log
  tracks.undoEdition another's                     nft    nft    nft    nft    nft    | nft   nft   nft   log   | nft   nft   nft   log
  tracks.readTags own                              ok     ok     ok     ok     ok     | ok    ok    ok    log   | ok    ok    ok    log
  tracks.readTags another's in an own entry        ok     ok     ok     ok     no     | no    no    no    log   | pw    pw    pw    log
  tracks.readTags another's in another's entry     ok     ok     ok     no     no     | no    no    no    log   | pw    pw    pw    log
  tracks.readTags another's without a room         nft    nft    nft    nft    nft    | nft   nft   nft   log   | nft   nft   nft   log
  tracks.listTracksWithoutAnalysis                 ok     ok     ok     ok     ok     | ok    ok    ok    log   | pw    pw    pw    log
  tracks.setAnalysis own                           ok     ok     ok     ok     ok     | ok    ok    ok    log   | ok    ok    ok    log
  tracks.setAnalysis another's                     nft    nft    nft    nft    nft    | nft   nft   nft   log   | nft   nft   nft   log
  tracks.setAnalysis another's in the room         ok     ok     ok     ok     no     | no    no    no    log   | pw    pw    pw    log
  tracks.fixDurations                              ok     ok     ok     ok     ok     | ok    ok    ok    log   | ok    ok    ok    log
  tracks.list                                      ok     ok     ok     ok     ok     | ok    ok    ok    log   | pw    pw    pw    log
  tracks.usage                                     ok     ok     ok     ok     ok     | ok    ok    ok    log   | ok    ok    ok    log
  tracks.usage another's                           nf     nf     nf     nf     nf     | nf    nf    nf    log   | nf    nf    nf    log
  tracks.remove own                                ok     ok     ok     ok     ok     | ok    ok    ok    log   | ok    ok    ok    log
  tracks.remove another's                          nf     nf     nf     nf     nf     | nf    nf    nf    log   | nf    nf    nf    log
  tracks.save another's in the room                ok     ok     ok     ok     ok     | ok    ok    ok    log   | pw    pw    pw    log
  tracks.save another's in no room                 nft    nft    nft    nft    nft    | nft   nft   nft   log   | pw    pw    pw    log
  tracks.unsave                                    ok     ok     ok     ok     ok     | ok    ok    ok    log   | ok    ok    ok    log
  lyrics.get own                                   ok     ok     ok     ok     ok     | ok    ok    ok    ok    | ok    ok    ok    pw
  lyrics.get another's in the room                 ok     ok     ok     ok     ok     | ok    ok    ok    ok    | pw    pw    pw    pw
  lyrics.get another's in no room                  nft    nft    nft    nft    nft    | nft   nft   nft   nft   | pw    pw    pw    pw
  lyrics.get another's without a room              nft    nft    nft    nft    nft    | nft   nft   nft   log   | nft   nft   nft   log
  lyrics.set own                                   ok     ok     ok     ok     ok     | ok    ok    ok    log   | ok    ok    ok    log
  lyrics.set another's in an own entry             ok     ok     ok     ok     no     | no    no    no    log   | pw    pw    pw    log
  lyrics.set another's in another's entry          ok     ok     ok     no     no     | no    no    no    log   | pw    pw    pw    log
  lyrics.set another's without a room              nft    nft    nft    nft    nft    | nft   nft   nft   log   | nft   nft   nft   log
  lyrics.set another's in no room                  nft    nft    nft    nft    no     | no    no    no    log   | pw    pw    pw    log
  playlist.export                                  ok     ok     ok     ok     ok     | ok    ok    ok    ok    | pw    pw    pw    pw
  playlist.match                                   ok     ok     ok     ok     ok     | ok    ok    ok    log   | ok    ok    ok    log
  playlist.add a track of the room                 ok     ok     ok     ok     no     | no    no    no    log   | pw    pw    pw    log
  playlist.add another's track                     nf     nf     nf     nf     no     | no    no    no    log   | pw    pw    pw    log
  users.getCurrentUser                             ok     ok     ok     ok     ok     | ok    ok    ok    log   | ok    ok    ok    log
  users.getCurrentUser of another user             no     no     no     no     no     | no    no    no    log   | no    no    no    log
  users.getById                                    ok     ok     ok     ok     ok     | ok    ok    ok    log   | ok    ok    ok    log
  users.updateUserProfile                          ok     ok     ok     ok     ok     | ok    ok    ok    log   | ok    ok    ok    log
  users.updateUserProfile of another user          no     no     no     no     no     | no    no    no    log   | no    no    no    log
  users.getListening                               ok     ok     ok     ok     ok     | ok    ok    ok    log   | pw    pw    pw    log
  users.setListeningShown                          ok     ok     ok     ok     ok     | ok    ok    ok    log   | ok    ok    ok    log
  users.setListeningShown of another user          no     no     no     no     no     | no    no    no    log   | no    no    no    log
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
  dev.testService                                  unk    unk    unk    unk    unk    | unk   unk   unk   unk   | unk   unk   unk   unk
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
  rooms.listTargets                                yes    yes    yes    yes    -      | -     -     -     -     | -     -     -     -
  rooms.getRoomInfoByUrl the description           yes    yes    yes    yes    yes    | yes   yes   yes   yes   | -     -     -     -
  members.list pending and rejected requests       yes    yes    -      -      -      | -     -     -     -     | -     -     -     -
  members.list usernames                           yes    yes    yes    yes    yes    | -     -     -     -     | -     -     -     -
  uploads.list another's                           -      -      -      -      -      | -     -     -     -     | -     -     -     -
  uploads.list own                                 yes    yes    yes    yes    -      | -     -     -     -     | -     -     -     -
  imports.list own                                 yes    yes    yes    yes    -      | -     -     -     -     | -     -     -     -
  imports.list another's                           -      -      -      -      -      | -     -     -     -     | -     -     -     -
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

/** The rows that are tried in a room of a kind. Those whose outcomes do not depend on the room are tried in one room. */
export function listRowsIn(table: Table, kind: RoomKind): readonly string[] {
  return listRows(table).filter((row) => kind === "public" || dependsOnRoom(table, row));
}

function dependsOnRoom(table: Table, row: string): boolean {
  const isSame = (caller: Caller) =>
    expectedOutcome(table, row, { caller, kind: "public" }) === expectedOutcome(table, row, { caller, kind: "locked" });
  return !OUTSIDERS.every(isSame);
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
