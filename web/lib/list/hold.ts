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

/** The code that holds a list still. It is loaded after the first rows, before which nothing arrives. */
export interface Holding {
  arrange: <Row extends { id: string }>(
    view: DirectoryView<Row>,
    order: string,
    whyLeft: WhyLeft<Row>,
  ) => HeldView<Row>;
}

export type Hold = Store<Holding | null>;

/** Says why a row left. `after` is the row as it is now; undefined when it is gone. */
export type WhyLeft<Row> = (before: Row, after: Row | undefined) => string;

export function useHold(): Hold {
  const [hold] = useState(() => createStore<Holding | null>(null));
  return hold;
}

/** How many lists are shown that do not hold still yet, because the code for it is on its way. */
export const looseLists = createStore(0);

/** `order` names the search, the filters and the sort. */
export function useHeldView<Row extends { id: string }>(
  view: DirectoryView<Row>,
  hold: Hold,
  order: string,
  whyLeft: WhyLeft<Row>,
): HeldView<Row> {
  const holding = useStore(hold);
  const isLoose = holding === null;
  useLayoutEffect(() => {
    if (!isLoose) return;
    looseLists.set(looseLists.get() + 1);
    return () => looseLists.set(looseLists.get() - 1);
  }, [isLoose]);
  return holding ? holding.arrange(view, order, whyLeft) : view;
}
