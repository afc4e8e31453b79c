import type { ReactNode } from 'react';
import { EmptyArt, type EmptyArtKind } from './empty-art.tsx';

export interface EmptyStateProps {
  title: string;
  text: string;
  action?: ReactNode;
  art?: EmptyArtKind;
  /** 1 when the page has no other heading. */
  level?: 1 | 2;
}

export function EmptyState({ title, text, action, art = 'none', level = 2 }: EmptyStateProps) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div className="flex flex-col items-center px-6 py-14 text-center">
      <EmptyArt kind={art} />
      <Heading className="mt-5 font-sign text-subheading font-semibold">{title}</Heading>
      <p className="mt-1 max-w-sm text-ink-soft">{text}</p>
      {action && <div className="mt-5">{action}</div>}
    </div>
  );
}
