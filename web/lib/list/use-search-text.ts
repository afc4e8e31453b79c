import { useEffect, useRef, useState } from 'react';

const writeDelayMs = 500;

/**
 * The text of a search box that lives in the URL. The box answers every key at once; the URL follows when the
 * typing pauses. A change of the URL from elsewhere (the top bar, Back) moves the box.
 */
export function useSearchText(q: string, setQ: (q: string) => unknown) {
  const [text, setText] = useState(q);
  const [seen, setSeen] = useState(q);
  const [sent, setSent] = useState(q);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  if (q !== seen) {
    setSeen(q);
    if (q !== sent) {
      setSent(q);
      setText(q);
    }
  }

  function change(next: string) {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setSent(next);
      setQ(next);
    }, writeDelayMs);
  }

  return [text, change] as const;
}
