import { useEffect, useMemo, useState } from "react";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { RoomId } from "#app/domain/ids.ts";
import type { Service } from "#app/domain/imports/service.ts";
import { parseServiceLink } from "#app/domain/imports/service-links.ts";
import { useStore } from "#app/lib/use-store.ts";
import { action } from "#app/server-client/functions.ts";
import type { ServiceConnection } from "./found.ts";
import { readInput } from "./read-input.ts";
import { createServiceSearch, type SearchView, type ServiceSearch } from "./service-search.ts";
import { isUsable } from "./use-connections.ts";

type SearchOptions = {
  readonly roomId: RoomId;
  /** The offered services, of which there is at least one. */
  readonly services: readonly ServiceConnection[];
  /** A link to open at first. Null without one. */
  readonly link: string | null;
};

export type ServiceSearchState = {
  readonly search: ServiceSearch;
  readonly view: SearchView;
  readonly service: Service;
  readonly selectService: (service: Service) => void;
  readonly text: string;
  readonly setText: (text: string) => void;
  /** Why the submitted text cannot be searched. Null as soon as the text changes. */
  readonly error: ErrorCode | null;
  readonly submit: (text: string) => void;
};

/** The search field and the service that it searches. A link of a service selects that service. */
export function useServiceSearch({ roomId, services, link }: SearchOptions): ServiceSearchState {
  const [search] = useState(() => createSearch(roomId));
  const view = useStore(search.view);
  const [text, setText] = useState(link ?? "");
  const [submitted, setSubmitted] = useState(text);
  const [selected, setSelected] = useState<Service>(() => findFirst(services));
  const offered = useMemo(() => services.map(({ service }) => service), [services]);
  const input = useMemo(() => readInput(submitted, { selected, offered }), [submitted, selected, offered]);
  const request = input.ok ? input.value : null;
  const service = request?.service ?? selected;
  const isReady = services.some((offer) => offer.service === service && isUsable(offer));

  useEffect(() => {
    if (request && isReady) search.show(request);
    else search.clear();
  }, [search, request, isReady]);

  const submit = (next: string) => {
    setSelected(service);
    setText(next);
    setSubmitted(next);
    // the same text again searches again
    if (next === submitted && request && isReady) search.show(request);
  };
  const changeText = (next: string) => {
    setText(next);
    if (next === "") submit(next);
  };
  const selectService = (next: Service) => {
    // a link belongs to its service
    if (next !== service && parseServiceLink(submitted)) submit("");
    setSelected(next);
  };
  const error = input.ok || text !== submitted ? null : input.error;
  return { search, view, service, selectService, text, setText: changeText, error, submit };
}

/** A connected service, or else the first one. */
function findFirst(services: readonly ServiceConnection[]): Service {
  const first = services.find(({ connection }) => connection !== null) ?? services[0];
  return first?.service ?? "yandex";
}

function createSearch(roomId: RoomId): ServiceSearch {
  return createServiceSearch({
    search: (service, query) => action("imports.search", { roomId, service, query }),
    resolve(target) {
      if ("link" in target) return action("imports.resolve", { roomId, link: target.link });
      const { service, kind, id } = target;
      return action("imports.resolve", { roomId, service, target: { kind, id } });
    },
  });
}
