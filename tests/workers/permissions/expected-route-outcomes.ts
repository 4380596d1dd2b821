/** The expected outcome of every route for every caller. `expected-outcomes.ts` explains the cells. */
import { parseTable } from "./text-table.ts";

// HTTP statuses. The page of a locked room is the form for its password.
//                                                owner  admin  editor partic viewer | reqd  rejd  spec  guest | reqd  rejd  spec  guest
export const ROUTES = parseTable(`
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
  GET /api/rooms/:id/ticket                       200    200    200    200    200    | 200   200   200   401   | 200   200   200   401
  PUT /api/uploads/:id/parts/:number own          200    200    200    200    200    | 200   200   200   401   | 200   200   200   401
  PUT /api/uploads/:id/parts/:number another's    404    404    404    404    404    | 404   404   404   401   | 404   404   404   401
  PUT /api/uploads/:id/cover own                  200    200    200    200    200    | 200   200   200   401   | 200   200   200   401
  PUT /api/uploads/:id/cover another's            404    404    404    404    404    | 404   404   404   401   | 404   404   404   401
  POST /api/rooms/:id/links                       200    200    200    200    403    | 403   403   403   401   | 403   403   403   401
  POST /api/imports/:id own                       200    200    200    200    403    | 403   403   403   401   | 403   403   403   401
  POST /api/imports/:id another's                 404    404    404    404    404    | 404   404   404   401   | 404   404   404   401
  GET /api/imports/cover                          409    409    409    409    409    | 409   409   409   401   | 409   409   409   401
  GET /api/rooms/:id/socket                       in     in     in     in     in     | in    in    in    in    | wait  wait  wait  4401
  GET /api/lobby/socket                           in     in     in     in     in     | in    in    in    in    | in    in    in    in
  GET /api/:version/sync                          in     in     in     in     in     | in    in    in    in    | in    in    in    in
  POST /api/query_ts                              200    200    200    200    200    | 200   200   200   200   | 200   200   200   200
  POST /api/query_at_ts                           200    200    200    200    200    | 200   200   200   200   | 560   560   560   560
  POST /api/debug_event                           200    200    200    200    200    | 200   200   200   200   | 200   200   200   200
`);
