import type { KeyboardEvent, MouseEvent } from 'react';
import { createStore, useStore } from '../store.ts';

export interface OpenPopup<Payload = null> {
  anchor: HTMLElement;
  payload: Payload;
  isByKeyboard: boolean;
  close: () => void;
}

export type PopupHandle<Payload = null> = ReturnType<typeof createPopup<Payload>>;

/** Plain buttons, so that the popup's code can load later and a table row stays small. */
export function createPopup<Payload = null>(kind: 'menu' | 'dialog') {
  const store = createStore<OpenPopup<Payload> | null>(null);

  function set(next: OpenPopup<Payload> | null) {
    const current = store.get();
    current?.anchor.removeAttribute('aria-expanded');
    current?.anchor.removeAttribute('data-popup-open');
    next?.anchor.setAttribute('aria-expanded', 'true');
    next?.anchor.setAttribute('data-popup-open', '');
    store.set(next);
  }
  const close = () => set(null);

  function toggle(anchor: HTMLElement, payload: Payload, isByKeyboard: boolean) {
    if (store.get()?.anchor === anchor) return close();
    // Safari gives a pressed button no focus, so the popup returns the focus to the element that had it.
    anchor.focus();
    set({ anchor, payload, isByKeyboard, close });
  }

  /** When the button disappears with its row, the popup closes. */
  const follow = (anchor: HTMLElement | null) => () => {
    if (anchor && store.get()?.anchor === anchor) close();
  };

  return {
    buttonProps: (payload: Payload) => ({
      ref: follow,
      'aria-haspopup': kind,
      onClick: (event: MouseEvent<HTMLElement>) => toggle(event.currentTarget, payload, event.detail === 0),
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        if (kind !== 'menu' || event.key !== 'ArrowDown') return;
        event.preventDefault();
        toggle(event.currentTarget, payload, true);
      },
    }),
    close,
    store,
  };
}

export function usePopup<Payload>({ store }: PopupHandle<Payload>) {
  return useStore(store);
}
