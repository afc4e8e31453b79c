import { useEffect, useRef, useState } from 'react';

const writeDelayMs = 500;

/**
 * The text of a search box that lives in the URL. The box answers every key at once; the URL follows when the
 * typing pauses or the box is left. A change of the URL from elsewhere (the top bar, Back) moves the box.
 */
export function useSearchText(q: string, setQ: (q: string) => unknown) {
  const [text, setText] = useState(q);
  const [seen, setSeen] = useState(q);
  const [sent, setSent] = useState(q);
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; write: () => void } | null>(null);
  useEffect(() => {
    // A user who leaves the box for a row takes the search along, so that Back finds it.
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
