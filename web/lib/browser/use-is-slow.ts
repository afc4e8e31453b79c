import { useEffect, useState } from 'react';

/** Until then, the answer comes before anybody wonders. */
export const searchingSaidAfterMs = 300;

export function useIsSlow(isWaiting: boolean, patienceMs = 2000): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setSlow(true), patienceMs);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isWaiting, patienceMs]);
  return isWaiting && isSlow;
}
