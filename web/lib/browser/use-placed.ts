import { useEffect, useState } from 'react';

/**
 * False for one frame once what stands above a content is known: drawn invisibly in that frame, the content is not seen
 * to move, and it keeps its state.
 */
export function usePlaced(isKnown: boolean): boolean {
  const [wasKnown, setKnown] = useState(isKnown);
  const [isPlaced, setPlaced] = useState(true);
  if (!wasKnown && isKnown) {
    setKnown(true);
    setPlaced(false);
  }
  useEffect(() => {
    if (isPlaced) return;
    const frame = requestAnimationFrame(() => setPlaced(true));
    return () => cancelAnimationFrame(frame);
  }, [isPlaced]);
  return isPlaced;
}
