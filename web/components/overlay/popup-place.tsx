import { type ReactNode, Suspense, useEffect } from 'react';
import { type OpenPopup, type PopupHandle, usePopup } from '../../lib/browser/popup.ts';

export interface PopupPlaceProps<Payload> {
  of: PopupHandle<Payload>;
  /** The popup while it is open; it may be lazy. */
  children: (popup: OpenPopup<Payload>) => ReactNode;
}

export function PopupPlace<Payload>({ of, children }: PopupPlaceProps<Payload>) {
  const popup = usePopup(of);
  useEffect(() => of.close, [of]);
  return <Suspense>{popup && children(popup)}</Suspense>;
}
