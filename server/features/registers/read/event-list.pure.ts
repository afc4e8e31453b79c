import { createPackedList } from '../../../platform/packed-list.ts';
import type { EventList, ReadEvent } from './register-file.pure.ts';

export function createEventList(): EventList {
  const dates = new Set<string>();
  const events = createPackedList<ReadEvent>();
  return {
    dates,
    add(event) {
      dates.add(event.business_date);
      events.add(event);
    },
    [Symbol.iterator]: () => events[Symbol.iterator](),
  };
}
