import { useEffect, useRef } from 'react';

/** The `ref` of a field that gets the focus when it appears. */
export function useFocusOnOpen<Element extends HTMLElement = HTMLInputElement>() {
  const element = useRef<Element>(null);
  useEffect(() => element.current?.focus(), []);
  return element;
}
