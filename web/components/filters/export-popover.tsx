import { useState } from 'react';
import type { OpenPopup } from '../../lib/browser/popup.ts';
import { Button } from '../button/button.tsx';
import { Popover } from '../overlay/popover.tsx';

export interface ListExport {
  run: (columns: 'shown' | 'all') => void;
  isPending: boolean;
  /** Another file about the same rows. */
  other: { label: string; run: () => void } | undefined;
}

export interface ExportPopoverProps {
  popup: OpenPopup;
  counted: string | false;
  exporting: ListExport;
}

const choices = [
  { columns: 'shown', label: 'Columns on screen' },
  { columns: 'all', label: 'All columns' },
] as const;

export function ExportPopover({ popup, counted, exporting }: ExportPopoverProps) {
  const [columns, setColumns] = useState<'shown' | 'all'>('shown');
  return (
    <Popover title="Export" popup={popup}>
      <div className="w-63">
        <p className="mt-1 text-ink-soft">{counted || 'All that match'}</p>
        <fieldset className="mt-2 mb-3">
          <legend className="sr-only">Columns</legend>
          {choices.map((one) => (
            <label key={one.columns} className="flex min-h-9 cursor-pointer items-center gap-2.5">
              <input
                type="radio"
                name="columns"
                checked={columns === one.columns}
                onChange={() => setColumns(one.columns)}
                className="size-4 accent-petrol"
              />
              {one.label}
            </label>
          ))}
        </fieldset>
        <Button
          className="w-full"
          loading={exporting.isPending}
          onClick={() => {
            exporting.run(columns);
            popup.close();
          }}
        >
          Export CSV
        </Button>
        {exporting.other && (
          <Button
            variant="secondary"
            className="mt-2 w-full"
            loading={exporting.isPending}
            onClick={() => {
              exporting.other?.run();
              popup.close();
            }}
          >
            {exporting.other.label}
          </Button>
        )}
      </div>
    </Popover>
  );
}
