import type { ReactNode } from 'react';
import { Card } from '../../components/display/card.tsx';

export interface TileProps {
  label: string;
  value: string;
  icon: ReactNode;
}

/** One figure. */
export function Tile({ label, value, icon }: TileProps) {
  return (
    <Card aria-label={label} className="p-5 inset-shadow-[0_3px_0] inset-shadow-amber max-md:p-4">
      <div className="flex items-start justify-between gap-2">
        <p className="text-ink-soft">{label}</p>
        <span aria-hidden="true" className="text-petrol">
          {icon}
        </span>
      </div>
      <p className="mt-3 font-sign text-hero leading-none font-semibold">{value}</p>
    </Card>
  );
}
