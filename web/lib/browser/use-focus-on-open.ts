import { useEffect, useRef } from 'react';

export function useFocusOnOpen<Element extends HTMLElement = HTMLInputElement>() {
  const element = useRef<Element>(null);
  useEffect(() => element.current?.focus(), []);
  return element;
}
