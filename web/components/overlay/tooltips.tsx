import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { whenIdle } from '../../lib/browser/when-idle.ts';
import type { TooltipProps } from './tooltip.tsx';

const delayMs = 400;

const load = (): Promise<{ default: ComponentType<TooltipProps> }> =>
  import('./tooltip.tsx').then(
    ({ Tooltip }) => ({ default: Tooltip }),
    // A tooltip that fails to load needs no message.
    () => ({ default: () => null }),
  );
const Tooltip = lazy(load);
whenIdle(() => void load());

/** One for all `data-tooltip` (with `data-hotkey`) and clipped `data-clipped-text`: a table has hundreds. */
export function Tooltips() {
  const [shown, setShown] = useState<TooltipProps | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    let anchor: Element | null = null;

    function aim(next: Element | null) {
      if (next === anchor) return;
      anchor = next;
      clearTimeout(timer.current);
      setShown(null);
      if (next) timer.current = setTimeout(() => setShown(tooltipOf(next)), delayMs);
    }
    function onPointerOver({ target, pointerType }: PointerEvent) {
      // A user who points at the tooltip is reading it.
      if (pointerType === 'touch' || !(target instanceof Element) || target.closest('[role=tooltip]')) return;
      aim(target.closest(anchors));
    }
    function onFocusIn({ target }: FocusEvent) {
      if (target instanceof Element && target.matches('[data-tooltip]:focus-visible')) aim(target);
    }
    const hide = () => aim(null);
    function onKeyDown({ key }: KeyboardEvent) {
      if (key !== 'Tab' && key !== 'Shift') hide();
    }
    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener('pointerover', onPointerOver, { signal });
    document.addEventListener('focusin', onFocusIn, { signal });
    document.addEventListener('keydown', onKeyDown, { signal });
    for (const event of ['pointerdown', 'focusout', 'scroll', 'pointerleave'])
      document.addEventListener(event, hide, { capture: true, signal });
    return () => {
      clearTimeout(timer.current);
      listening.abort();
    };
  }, []);

  return <Suspense>{shown && <Tooltip {...shown} />}</Suspense>;
}

const anchors = '[data-tooltip], [data-clipped-text]';

function tooltipOf(anchor: Element): TooltipProps | null {
  if (!anchor.isConnected) return null;
  const text = anchor.getAttribute('data-tooltip');
  if (text) return { anchor, text, hotkey: anchor.getAttribute('data-hotkey') };
  const isClipped = anchor.scrollWidth > anchor.clientWidth;
  return isClipped ? { anchor, text: anchor.textContent, hotkey: null } : null;
}
