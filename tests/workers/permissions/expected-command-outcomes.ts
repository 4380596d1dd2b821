/** The expected outcome of every command for every caller. `expected-outcomes.ts` explains the cells. */
import { parseTable } from "./text-table.ts";

// Over a room's socket, which outsiders of a locked room do not have ("-").
//                          owner  admin  editor partic viewer | reqd  rejd  spec  guest | reqd  rejd  spec  guest
export const COMMANDS = parseTable(`
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
  undo own                  ok     ok     ok     ok     no     | no    no    no    log   | -     -     -     -
  undo another's            ok     ok     ok     no     no     | no    no    no    log   | -     -     -     -
  repeat                    ok     ok     ok     ok     no     | no    no    no    log   | -     -     -     -
  shuffle                   ok     ok     ok     ok     no     | no    no    no    log   | -     -     -     -
  crossfade                 ok     ok     ok     ok     no     | no    no    no    log   | -     -     -     -
  group volume              ok     ok     ok     ok     no     | no    no    no    log   | -     -     -     -
  mute room                 ok     ok     no     no     no     | no    no    no    log   | -     -     -     -
  queue own                 ok     ok     ok     ok     no     | no    no    no    log   | -     -     -     -
  queue another's           ok     ok     ok     no     no     | no    no    no    log   | -     -     -     -
  vote to skip              ok     ok     ok     ok     no     | no    no    no    log   | -     -     -     -
  vote for queued           ok     ok     ok     ok     no     | no    no    no    log   | -     -     -     -
  snapshot                  ok     ok     ok     ok     ok     | ok    ok    ok    ok    | -     -     -     -
  clock                     ok     ok     ok     ok     ok     | ok    ok    ok    ok    | -     -     -     -
  report                    ok     ok     ok     ok     ok     | ok    ok    ok    ok    | -     -     -     -
  reaction                  ok     ok     ok     ok     ok     | ok    ok    ok    ok    | -     -     -     -
  set-name                  no     no     no     no     no     | no    no    no    ok    | -     -     -     -
  chat-send                 ok     ok     ok     ok     no     | no    no    no    log   | -     -     -     -
  chat-edit                 ok     ok     ok     ok     no     | no    no    no    log   | -     -     -     -
  chat-remove               ok     ok     ok     ok     no     | no    no    no    log   | -     -     -     -
  chat-typing               ok     ok     ok     ok     no     | no    no    no    log   | -     -     -     -
  chat-read                 ok     ok     ok     ok     ok     | ok    ok    ok    ok    | -     -     -     -
  watch-devices             ok     ok     ok     ok     ok     | ok    ok    ok    ok    | -     -     -     -
  device-report             ok     ok     ok     ok     ok     | ok    ok    ok    ok    | -     -     -     -
  see another's output      yes    yes    -      -      -      | -     -     -     -    | -     -     -     -
  change the used device    ok     ok     ok     ok     ok     | ok    ok    ok    ok    | -     -     -     -
  change own                ok     ok     ok     ok     ok     | ok    ok    ok    no    | -     -     -     -
  mute another's            ok     ok     no     no     no     | no    no    no    no    | -     -     -     -
  rename another's          no     no     no     no     no     | no    no    no    no    | -     -     -     -
  disconnect own            ok     ok     ok     ok     ok     | ok    ok    ok    no    | -     -     -     -
  disconnect another's      no     no     no     no     no     | no    no    no    no    | -     -     -     -
  test own                  ok     ok     ok     ok     ok     | ok    ok    ok    no    | -     -     -     -
  test another's            ok     ok     no     no     no     | no    no    no    no    | -     -     -     -
  metronome another's       ok     ok     no     no     no     | no    no    no    no    | -     -     -     -
  calibrate own             ok     ok     ok     ok     ok     | ok    ok    ok    no    | -     -     -     -
  calibrate another's       ok     ok     no     no     no     | no    no    no    no    | -     -     -     -
  stop another's            ok     ok     no     no     no     | no    no    no    no    | -     -     -     -
`);
