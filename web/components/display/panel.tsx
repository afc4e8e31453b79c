import type { ReactNode } from 'react';
import { Card } from './card.tsx';

export interface PanelProps {
  title: string;
  text?: string | undefined;
  children: ReactNode;
}

/** A card with a heading: one subject of a page of forms. */
export function Panel({ title, text, children }: PanelProps) {
  return (
    <Card aria-label={title} className="p-6 max-md:p-4">
      <h2 className="font-sign text-subheading font-semibold">{title}</h2>
      {text && <p className="text-ink-soft">{text}</p>}
      <div className="mt-4">{children}</div>
    </Card>
  );
}
