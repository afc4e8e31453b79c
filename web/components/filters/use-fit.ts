import { type RefObject, useLayoutEffect, useState } from 'react';

const gap = 8;
/** Of the buttons after the chips: the count of those that do not fit, '+' and '×', with their gaps. */
const buttonsWidth = 48 + 2 * (32 + gap);

/**
 * Chips are measured only when their texts (`key`) or the bar's width change, not at every key press. While it is held,
 * the number stays.
 */
export function useFit(bar: RefObject<HTMLElement | null>, key: string, isHeld: boolean): number {
  const [fit, setFit] = useState({ key, count: Number.POSITIVE_INFINITY });
  // Other chips are measured whole first.
  if (fit.key !== key && !isHeld) setFit({ key, count: Number.POSITIVE_INFINITY });

  useLayoutEffect(() => {
    const box = bar.current;
    if (!box || isHeld) return;
    let widths: number[] = [];
    const measure = () => {
      const chips = [...box.querySelectorAll<HTMLElement>('[data-chip]')];
      if (chips.length > widths.length) widths = chips.map(({ offsetWidth }) => offsetWidth);
      const count = countFitting(widths, box.clientWidth);
      setFit((before) => (before.key === key && before.count === count ? before : { key, count }));
    };
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(box);
    return () => sizes.disconnect();
  }, [bar, key, isHeld]);

  return fit.count;
}

export function countFitting(widths: readonly number[], width: number): number {
  let left = width - buttonsWidth;
  let count = 0;
  for (const width of widths) {
    left -= width + gap;
    if (left < 0) return count;
    count += 1;
  }
  return count;
}
