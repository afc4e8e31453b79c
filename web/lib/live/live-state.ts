import { createStore } from '../store.ts';

/** How this browser hears of changes: 'polling' behind a proxy that holds back the stream, or at a full server. */
export const liveState = createStore<'starting' | 'streaming' | 'polling'>('starting');
