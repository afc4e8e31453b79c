/** It scrolls where its content does not: at a zoom of 400 % the window is lower than a menu. */
export const sheetClasses =
  'fixed! inset-x-0! top-auto! bottom-0! flex max-h-[calc(100dvh-1.5rem)] flex-col overflow-y-auto overscroll-contain rounded-t-dialog border-t border-line bg-surface pb-[max(0.5rem,env(safe-area-inset-bottom))] shadow-popup outline-none transition data-starting-style:translate-y-4 data-starting-style:opacity-0';

export const backdropClasses = 'fixed inset-0 bg-backdrop transition-opacity data-starting-style:opacity-0';
