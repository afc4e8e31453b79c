import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { buttonClasses } from '../button/button.tsx';
import { IconArrowLeft } from '../icons/icons.ts';

/** To the page that this one belongs to. A page that is a row of a list has a `BackLine`. */
export const UpLink = createLink(({ children, ...props }: ComponentProps<'a'>) => (
  <p className="mb-2 print:hidden">
    <a {...props} className={`${buttonClasses('link')} max-w-full`}>
      <IconArrowLeft size={16} aria-hidden="true" className="shrink-0" />
      <span className="truncate">{children}</span>
    </a>
  </p>
));
