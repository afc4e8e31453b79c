import { type ReactNode, useId } from 'react';

export interface RailCardProps {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}

export function RailCard({ title, action, children }: RailCardProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="border-line bg-surface p-4 not-last:border-b min-[75rem]:rounded-card min-[75rem]:border min-[75rem]:shadow-card min-[75rem]:p-5 md:px-6"
    >
      <header className="mb-2 flex min-h-6 items-center justify-between gap-3">
        <h2 id={id} className="font-sign text-subheading font-semibold">
          {title}
        </h2>
        {action}
      </header>
      {children}
    </section>
  );
}
