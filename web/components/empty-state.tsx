import type { ReactNode } from 'react';
import { EmptyArt } from './empty-art.tsx';

export interface EmptyStateProps {
  /** 'No users yet' */
  title: string;
  text: string;
  action?: ReactNode;
}

export function EmptyState({ title, text, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-6 py-14 text-center">
      <EmptyArt />
      <h2 className="mt-5 font-sign text-subheading font-semibold">{title}</h2>
      <p className="mt-1 max-w-sm text-ink-soft">{text}</p>
      {action && <div className="mt-5">{action}</div>}
    </div>
  );
}
