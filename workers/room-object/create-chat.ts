import { SharedBudgets } from "#app/domain/access/budget.ts";
import { CHAT_WRITE_RATE } from "#app/domain/chat/chat-limits.ts";
import type { UserId } from "#app/domain/ids.ts";
import type { ChatServerMessage } from "#app/protocol/chat-messages.ts";
import type { Broadcaster } from "./broadcaster.ts";
import { Chat } from "./chat.ts";
import { ChatBroadcaster } from "./chat-broadcaster.ts";
import { ChatPeople } from "./chat-people.ts";
import { ChatStorage } from "./chat-storage.ts";
import type { ConnectionStore } from "./connection-store.ts";
import { ContributorRecorder } from "./contributor-recorder.ts";
import type { Pacer } from "./pacer.ts";
import { toBatch } from "./read-chat.ts";
import type { RoomStore } from "./room-store.ts";

type Deps = {
  readonly env: Env;
  readonly ctx: DurableObjectState;
  readonly connections: ConnectionStore;
  readonly broadcaster: Broadcaster;
  readonly pacer: Pacer;
  readonly room: () => RoomStore | null;
  readonly isRemoved: () => boolean;
  /** Called after changes were sent to everyone. */
  readonly onPublished: () => void;
};

/** The parts of a room's chat, connected with each other. */
export type RoomChat = {
  readonly chat: Chat;
  readonly storage: ChatStorage;
  readonly people: ChatPeople;
  readonly messages: ChatBroadcaster;
  readonly contributors: ContributorRecorder;
  /** The allowance of each person to write. */
  readonly writes: SharedBudgets;
  /** Sends a message to all connections of a person. */
  readonly sendTo: (userId: UserId, message: ChatServerMessage, except?: WebSocket) => void;
};

export function createChat({ env, ctx, connections, broadcaster, pacer, room, isRemoved, onPublished }: Deps): RoomChat {
  const storage = new ChatStorage(ctx.storage);
  const people = new ChatPeople(ctx.storage.sql);
  const messages = new ChatBroadcaster({
    // in a batch, so that a new name does not overtake messages
    broadcast: (message) => broadcaster.batch(() => broadcaster.broadcast(message)),
    pacer,
    change: () => storage.change(),
    toBatch: (changed) => toBatch({ storage, people }, changed),
    isRemoved,
    onPublished,
  });
  const contributors: ContributorRecorder = new ContributorRecorder({
    env,
    people,
    roomId: () => room()?.state().info.id ?? null,
    isRemoved,
    waitUntil: (promise) => ctx.waitUntil(promise),
    onDeleted: (userId) => chat.removePerson(userId),
  });
  const chat = new Chat({
    storage,
    people,
    findPerson: (id) => {
      const state = room()?.state();
      const owner = state?.info.owner.id === id ? state.info.owner : null;
      return connections.presence.find(id)?.person ?? people.find(id) ?? state?.people[id] ?? owner;
    },
    publish: (change) => messages.publish(change),
    broadcastPerson: (person) => messages.publishPerson(person),
    onPeopleStored: () => contributors.record(),
  });
  const sendTo: RoomChat["sendTo"] = (userId, message, except) => {
    for (const { key, connection } of connections.entries()) {
      if (connection.person?.id === userId && key !== except) broadcaster.send(key, message);
    }
  };
  return { chat, storage, people, messages, contributors, writes: new SharedBudgets(CHAT_WRITE_RATE), sendTo };
}
