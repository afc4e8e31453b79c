import { useState } from 'react';
import type { OpenPopup } from '../../lib/browser/popup.ts';
import { Button } from '../button/button.tsx';
import { Radios } from '../form/radios.tsx';
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

const choices = { shown: 'Columns on screen', all: 'All columns' };

export function ExportPopover({ popup, counted, exporting }: ExportPopoverProps) {
  const [columns, setColumns] = useState<'shown' | 'all'>('shown');
  return (
    <Popover title="Export" popup={popup}>
      <div className="w-63">
        <p className="mt-1 text-ink-soft">{counted || 'All that match'}</p>
        <Radios
          legend="Columns"
          isLegendHidden
          name="columns"
          values={choices}
          value={columns}
          className="mt-2 mb-3"
          onChange={setColumns}
        />
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
