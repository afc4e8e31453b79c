import { useEffect, useRef, useState } from 'react';

const writeDelayMs = 500;

/**
 * The text of a search box that is stored in the URL. The box answers every key at once; the URL follows when the
 * user pauses or leaves the box. A change of the URL from elsewhere (the top bar, Back) changes the box.
 */
export function useSearchText(q: string, setQ: (q: string) => unknown) {
  const [text, setText] = useState(q);
  const [seen, setSeen] = useState(q);
  const [sent, setSent] = useState(q);
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; write: () => void } | null>(null);
  useEffect(() => {
    // A user who leaves the box for a row updates the URL first, so that Back finds the search.
    const writeNow = () => waiting.current?.write();
    document.addEventListener('focusout', writeNow);
    return () => {
      document.removeEventListener('focusout', writeNow);
      clearTimeout(waiting.current?.timer);
    };
  }, []);

  if (q !== seen) {
    setSeen(q);
    if (q !== sent) {
      setSent(q);
      setText(q);
    }
  }

  function change(next: string) {
    setText(next);
    clearTimeout(waiting.current?.timer);
    const write = () => {
      clearTimeout(waiting.current?.timer);
      waiting.current = null;
      setSent(next);
      setQ(next);
    };
    waiting.current = { timer: setTimeout(write, writeDelayMs), write };
  }

  return [text, change] as const;
}
