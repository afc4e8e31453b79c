import { useEffect, useRef } from 'react';

/** The `ref` of the field that has the focus as soon as it is shown. */
export function useFocusOnOpen<Element extends HTMLElement = HTMLInputElement>() {
  const element = useRef<Element>(null);
  useEffect(() => element.current?.focus(), []);
  return element;
}
