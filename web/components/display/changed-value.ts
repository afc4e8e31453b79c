import { useState } from 'react';

/** Marks a value for a moment when it changes while it is shown. */
export function useChangedMark(value: string | number | null | undefined) {
  const [seen, setSeen] = useState(value);
  const [isMarked, setMarked] = useState(false);
  if (seen !== value) {
    setSeen(value);
    if (seen !== undefined && value !== undefined) setMarked(true);
  }
  return isMarked ? { 'data-marked': true, onAnimationEnd: () => setMarked(false) } : {};
}

export const markClasses = 'rounded-badge data-marked:animate-mark';
