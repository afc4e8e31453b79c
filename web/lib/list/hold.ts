import { useLayoutEffect, useState } from 'react';
import type { DirectoryView } from '../directory/index.ts';
import { createStore, type Store, useStore } from '../store.ts';

/** What waits until the user lets go of the list, or wants to see it. */
export interface Waiting {
  added: number;
  moved: number;
  left: number;
}

/** A list as its table shows it: its rows keep still while the user is at them. */
export interface HeldView<Row> extends DirectoryView<Row> {
  waiting?: Waiting | undefined;
  /** Why a row is still shown that left the list. */
  whyLeft?: ((id: string) => string | undefined) | undefined;
  /** Another number for other rows, or the same in another order: then their elements change instead of moving. */
  turn?: number | undefined;
}

/** What holds one list still. From its first rows, until it is known that nobody is at them, it does. */
export interface HeldList {
  isHeld: boolean;
  readonly isWaiting: boolean;
  /** Shows everything that waits. Returns how many rows further down the row is than before. */
  letGo(anchor: string | undefined): number;
  /** Of a list with rows of one kind, which only its screen knows. */
  arrange(view: DirectoryView<never>, order: string, whyLeft: WhyLeft<never>): HeldView<never>;
}

type Arrange = <Row extends { id: string }>(
  view: DirectoryView<Row>,
  order: string,
  whyLeft: WhyLeft<Row>,
) => HeldView<Row>;

/** Another object draws the list again. */
export interface Drawn {
  list: HeldList;
  arrange: Arrange;
}

export type Hold = Store<Drawn | null>;

/** Says why a row left. `after` is the row as it is now; undefined when it is gone. */
export type WhyLeft<Row> = (before: Row, after: Row | undefined) => string;

/** Null until the code that holds lists is there: it comes with the stream, before which nothing of others arrives. */
export const listHolder = createStore<(() => HeldList) | null>(null);

export function useHold(): Hold {
  const create = useStore(listHolder);
  const [hold] = useState(() => createStore(create && drawn(create())));
  useLayoutEffect(() => {
    if (create && !hold.get()) hold.set(drawn(create()));
    if (!create) hold.set(null);
  }, [create, hold]);
  return hold;
}

export function drawn(list: HeldList): Drawn {
  return { list, arrange: (view, order, whyLeft) => list.arrange(view as never, order, whyLeft as never) };
}

/** `order` names the search, the filters and the sort. */
export function useHeldView<Row extends { id: string }>(
  view: DirectoryView<Row>,
  hold: Hold,
  order: string,
  whyLeft: WhyLeft<Row>,
): HeldView<Row> {
  const holding = useStore(hold);
  return holding ? holding.arrange(view, order, whyLeft) : view;
}
