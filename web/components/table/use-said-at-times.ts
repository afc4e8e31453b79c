import { useEffect, useRef, useState } from 'react';

const quietMs = 5_000;

/** The newest text, but at most one in 5 s, for screen readers. */
export function useSaidAtTimes(text: string): string {
  const [said, say] = useState('');
  const saidAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (text === '' || text === said) return;
    const waitMs = Math.max(0, saidAt.current + quietMs - Date.now());
    const timer = setTimeout(() => {
      saidAt.current = Date.now();
      say(text);
    }, waitMs);
    return () => clearTimeout(timer);
  }, [text, said]);
  return text === '' ? '' : said;
}
