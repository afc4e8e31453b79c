import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';

const delayMs = 500;
/** A finger never rests quite still. */
const slackPx = 10;

export function useLongPress(onLongPress: (() => void) | undefined) {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number; isLong: boolean }>(null);
  const end = () => clearTimeout(press.current?.timer);
  useEffect(() => () => clearTimeout(press.current?.timer), []);
  if (!onLongPress) return {};
  return {
    onPointerDown: ({ pointerType, clientX: x, clientY: y }: PointerEvent) => {
      end();
      press.current = null;
      if (pointerType === 'mouse') return;
      const timer = setTimeout(() => {
        if (press.current) press.current.isLong = true;
        onLongPress();
      }, delayMs);
      press.current = { timer, x, y, isLong: false };
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const { x = clientX, y = clientY } = press.current ?? {};
      if (Math.hypot(clientX - x, clientY - y) > slackPx) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    onContextMenu: (event: MouseEvent) => {
      if (press.current) event.preventDefault();
    },
    onClickCapture: (event: MouseEvent) => {
      if (!press.current?.isLong) return;
      press.current = null;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
