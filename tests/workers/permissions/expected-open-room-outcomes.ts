/** The expected outcomes in a room that lets more people take part than their roles allow. `expected-outcomes.ts` explains the cells. */
import { parseTable } from "./text-table.ts";

// In a public room that lets everyone control playback, and everyone signed in add tracks.
//                                             owner  admin  editor partic viewer | reqd  rejd  spec  guest
export const OPEN_FUNCTIONS = parseTable(`
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
  lyrics.set another's in an own entry         ok     ok     ok     ok     ok     | ok    ok    ok    log
  lyrics.set another's in another's entry      ok     ok     ok     no     no     | no    no    no    log
  playlist.add own track                       ok     ok     ok     ok     ok     | ok    ok    ok    log
  playlist.add a track of the room             ok     ok     ok     ok     ok     | nf    nf    nf    log
  playlist.add another's track                 nf     nf     nf     nf     nf     | nf    nf    nf    log
`);

// Over the socket of such a room.
//                          owner  admin  editor partic viewer | reqd  rejd  spec  guest
export const OPEN_COMMANDS = parseTable(`
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
  undo own                  ok     ok     ok     ok     ok     | ok    ok    ok    log
  undo another's            ok     ok     ok     no     no     | no    no    no    log
  repeat                    ok     ok     ok     ok     ok     | ok    ok    ok    ok
  shuffle                   ok     ok     ok     ok     ok     | ok    ok    ok    ok
  crossfade                 ok     ok     ok     ok     ok     | ok    ok    ok    ok
  group volume              ok     ok     ok     ok     ok     | ok    ok    ok    ok
  mute room                 ok     ok     no     no     no     | no    no    no    log
  queue own                 ok     ok     ok     ok     ok     | ok    ok    ok    log
  queue another's           ok     ok     ok     no     no     | no    no    no    log
  vote to skip              ok     ok     ok     ok     ok     | ok    ok    ok    ok
  vote for queued           ok     ok     ok     ok     ok     | ok    ok    ok    log
`);
