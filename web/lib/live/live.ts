import type { StreamEvents } from '../../../contract/changes.ts';
import { createStore } from '../store.ts';
import { ChangeFetcher, type Changes } from './fetch-changes.ts';
import { followStream } from './follow-stream.ts';
import { takeLead, waitToLead } from './leader.ts';
import type { StreamEvent } from './read-stream.ts';

/** A hidden leader leaves for a visible tab after this, and ends the stream when all tabs are hidden for long. */
const hiddenMs = 60_000;
const allHiddenMs = 5 * 60_000;
/** A leader that is alive is heard every 15 s. */
const lostLeaderMs = 45_000;
const wantEveryMs = 20_000;
const lookEveryMs = 5_000;
/** A tab that did not look for so long was asleep: its connection may be dead without having ended. */
const asleepMs = 30_000;

interface LiveListener {
  /** Resolves when what the screens asked for again has come. */
  onChanges: (changes: Changes) => Promise<unknown>;
  /** Something changed in any list. */
  onActivity: () => void;
  onYou: (about: StreamEvents['you']['about'][number]) => void;
}

/**
 * Follows the changes of one signed-in user in this tab, until it is stopped. One stream per browser, which one of its
 * tabs reads for all (docs/decisions/0097-one-tab-streams-for-all.md).
 */
export class Live {
  readonly #listener: LiveListener;
  readonly #leaving = new AbortController();
  readonly #fetcher: ChangeFetcher;
  /** Tabs of another user, who signed in on the same browser, are not heard. */
  readonly #channel: BroadcastChannel;
  /** Of the lead, while this tab has it or waits for it. */
  #turn: AbortController | null = null;
  #isLeading = false;
  #isPolling = false;
  /** Of the stream. */
  #cursor: string | null = null;
  #heardAt = performance.now();
  #wantedAt = Number.NEGATIVE_INFINITY;
  #hiddenAt: number | null = null;
  #lookedAt = Date.now();
  #wasAsleep = false;

  constructor(user: string, listener: LiveListener) {
    const { signal } = this.#leaving;
    this.#listener = listener;
    this.#fetcher = new ChangeFetcher((changes) => this.#onChanges(changes), signal);
    this.#channel = new BroadcastChannel(`canopy-live ${user}`);
    this.#channel.onmessage = ({ data }) => this.#hear(data);
    document.addEventListener('visibilitychange', () => this.#onVisibility(), { signal });
    const looking = setInterval(() => this.#look(), lookEveryMs);
    const wanting = setInterval(() => this.#want(), wantEveryMs);
    signal.addEventListener('abort', () => {
      clearInterval(looking);
      clearInterval(wanting);
    });
    this.#onVisibility();
  }

  /** The page began to read at this cursor. */
  begin(cursor: string) {
    this.#fetcher.begin(cursor);
    // The stream may be ahead already.
    if (this.#isLeading && this.#cursor !== null) this.#fetcher.reach(this.#cursor);
    else this.#tell({ kind: 'who' });
  }

  /** The user saved something. A stream says so by itself. */
  ask() {
    if (liveState.get() !== 'streaming') this.#fetcher.want();
  }

  stop() {
    this.#leaving.abort();
    this.#channel.close();
    liveState.set('starting');
  }

  #tell(message: Message) {
    this.#channel.postMessage(message);
  }

  #hear(message: Message) {
    if (message.kind === 'want') this.#wantedAt = performance.now();
    if (message.kind === 'who') this.#tellAlive();
    if (message.kind !== 'alive' && message.kind !== 'event') return;
    this.#heardAt = performance.now();
    if (message.kind === 'event') return this.#take(message.event);
    this.#note(message.isPolling);
    if (message.isPolling) this.#fetcher.poll();
    else if (message.cursor !== null) this.#fetcher.reach(message.cursor);
  }

  #take(event: StreamEvent) {
    if (event.name === 'hello') this.#fetcher.reach(event.data.cursor);
    if (event.name === 'changed') {
      this.#fetcher.reach(event.data.cursor, event.data.lists);
      this.#listener.onActivity();
    }
    if (event.name === 'you') for (const about of event.data.about) this.#listener.onYou(about);
  }

  #onChanges(changes: Changes): Promise<unknown> {
    const shown = this.#listener.onChanges(changes);
    const { users, locations, changed, reset } = changes;
    // Of a stream, the event has said so.
    const hasAny = users || locations || changed.length + reset.length > 0;
    if (this.#isPolling && hasAny) this.#listener.onActivity();
    return shown;
  }

  #note(isPolling: boolean) {
    this.#isPolling = isPolling;
    liveState.set(isPolling ? 'polling' : 'streaming');
  }

  #tellAlive() {
    if (!this.#isLeading) return;
    this.#tell({ kind: 'alive', isPolling: this.#isPolling, cursor: this.#cursor });
  }

  readonly #lead = async (over: AbortSignal) => {
    this.#isLeading = true;
    const live = (isPolling: boolean) => {
      this.#note(isPolling);
      this.#tellAlive();
    };
    const following = {
      onEvent: (event: StreamEvent) => {
        if (event.name === 'hello' || event.name === 'changed') this.#cursor = event.data.cursor;
        this.#tell({ kind: 'event', event });
        this.#take(event);
      },
      onSign: () => live(false),
      onPoll: () => {
        live(true);
        this.#fetcher.poll();
      },
    };
    await followStream(following, over);
    this.#isLeading = false;
  };

  #queue(how: typeof waitToLead) {
    this.#turn?.abort();
    const turn = new AbortController();
    this.#turn = turn;
    this.#heardAt = performance.now();
    void how(this.#lead, AbortSignal.any([this.#leaving.signal, turn.signal])).finally(() => {
      if (this.#turn === turn) this.#turn = null;
    });
  }

  /** Only tabs that are visible wait for the lead, so the last visible one has it. */
  #look() {
    const now = performance.now();
    this.#noteSleep();
    if (document.visibilityState !== 'visible') {
      this.#hiddenAt ??= now;
      const isWanted = now - this.#wantedAt < 2 * wantEveryMs;
      const mayLead = this.#isLeading && now - this.#hiddenAt < (isWanted ? hiddenMs : allHiddenMs);
      if (!mayLead) this.#turn?.abort();
      return;
    }
    this.#hiddenAt = null;
    const wasAsleep = this.#wasAsleep;
    this.#wasAsleep = false;
    if (wasAsleep) this.#fetcher.want();
    if (!this.#turn || (wasAsleep && this.#isLeading)) this.#queue(waitToLead);
    else if (!this.#isLeading && now - this.#heardAt > lostLeaderMs) this.#queue(takeLead);
  }

  /** By the clock of the day: others may stand still while a computer sleeps. */
  #noteSleep() {
    const isAwake = Math.abs(Date.now() - this.#lookedAt) > asleepMs;
    this.#lookedAt = Date.now();
    if (!isAwake) return;
    this.#wasAsleep = true;
    // The leader was asleep too.
    this.#heardAt = performance.now();
  }

  #want() {
    if (document.visibilityState === 'visible' && !this.#isLeading) this.#tell({ kind: 'want' });
  }

  #onVisibility() {
    this.#look();
    if (document.visibilityState !== 'visible') return;
    this.#want();
    this.#tell({ kind: 'who' });
    this.#fetcher.work();
  }
}

/** What the tabs of one user tell each other. */
type Message =
  /** From the leader: an event of its stream. */
  | { kind: 'event'; event: StreamEvent }
  /** From the leader: the stream lives, or it polls (`isPolling`) and it is time to ask. */
  | { kind: 'alive'; isPolling: boolean; cursor: string | null }
  /** From a tab that begins, or becomes visible: how far is the leader? */
  | { kind: 'who' }
  /** From a visible tab that does not lead: a hidden leader may leave. */
  | { kind: 'want' };

/** How this browser hears of changes: 'polling' behind a proxy that holds back the stream, or at a full server. */
export const liveState = createStore<'starting' | 'streaming' | 'polling'>('starting');
