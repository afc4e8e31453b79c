import type { StreamEvent } from './read-stream.ts';

/** What the tabs of one user tell each other. */
export type Message =
  /** From the leader: an event of its stream. */
  | { kind: 'event'; event: StreamEvent }
  /** From the leader: the stream lives, or it polls (`isPolling`) and it is time to ask. */
  | { kind: 'alive'; isPolling: boolean; cursor: string | null }
  /** From a tab that begins, or becomes visible: how far is the leader? */
  | { kind: 'who' }
  /** From a visible tab that does not lead: a hidden leader may leave. */
  | { kind: 'want' };

export interface Channel {
  post(message: Message): void;
  close(): void;
}

/** Tabs of another user, who signed in on the same browser, are not heard. Without the channel each tab is alone. */
export function openChannel(user: string, onMessage: (message: Message) => void): Channel {
  if (typeof BroadcastChannel === 'undefined') return { post: () => {}, close: () => {} };
  const channel = new BroadcastChannel(`canopy-live ${user}`);
  channel.onmessage = ({ data }) => onMessage(data);
  return { post: (message) => channel.postMessage(message), close: () => channel.close() };
}
