import type { ReactNode } from 'react';
import { type ImportColumn, importColumns, isClearable } from '../../../../contract/files/import-columns.ts';
import type { RunSubject } from '../../../../contract/runs.ts';
import { ClippedText } from '../../../components/display/clipped-text.tsx';
import { SelectField } from '../../../components/form/select-field.tsx';
import { classes } from '../../../lib/browser/classes.ts';

export interface ColumnRowProps {
  about: RunSubject;
  header: string;
  sample: string;
  column: ImportColumn | null;
  /** Another header has the same meaning. */
  isTwice: boolean;
  isClearing: boolean;
  isReplacing: boolean;
  onColumn: (column: ImportColumn | null) => void;
  onClears: (isOn: boolean) => void;
  onReplaces: (isOn: boolean) => void;
}

export function ColumnRow({
  about,
  header,
  sample,
  column,
  isTwice,
  isClearing,
  isReplacing,
  onColumn,
  onClears,
  onReplaces,
}: ColumnRowProps) {
  const columns = Object.entries(importColumns[about]) as [ImportColumn, { label: string }][];
  const name = header || 'the column without a header';
  const noun = column === 'roles' ? 'roles' : 'locations';
  return (
    <tr className="border-b border-line last:border-b-0 max-md:grid max-md:gap-1.5 max-md:px-4 max-md:py-3">
      <Cell className="font-semibold md:pl-6">
        <ClippedText>{header || 'No header'}</ClippedText>
      </Cell>
      <Cell className="text-ink-soft">
        <ClippedText>{sample || 'Empty in the first rows'}</ClippedText>
      </Cell>
      <Cell>
        <SelectField
          label={`Meaning of ${name}`}
          isInvalid={isTwice}
          value={column ?? ''}
          className="md:w-55"
          options={[
            { value: '', label: 'Leave out' },
            ...columns.map(([value, { label }]) => ({ value, label })),
          ]}
          onChange={(value) => onColumn(columns.find(([id]) => id === value)?.[0] ?? null)}
        />
        {isTwice && <p className="mt-1 text-small text-bad">Two headers mean this. Leave one of them out.</p>}
      </Cell>
      <Cell className="md:pr-6">
        {column === null ? (
          <span className="text-ink-soft">This column is not read.</span>
        ) : isClearable(about, column) ? (
          <div className="flex gap-2 max-md:flex-wrap">
            <SelectField
              label={`Empty cells of ${name}`}
              value={isClearing ? 'clear' : ''}
              className="min-w-0 max-md:flex-1 md:w-36"
              options={[
                { value: '', label: 'Change nothing' },
                { value: 'clear', label: 'Clear it' },
              ]}
              onChange={(value) => onClears(value === 'clear')}
            />
            {about === 'users' && (column === 'roles' || column === 'locations') && (
              <SelectField
                label={`Names in ${name}`}
                value={isReplacing ? 'replace' : ''}
                className="min-w-0 max-md:flex-1 md:w-47"
                options={[
                  { value: '', label: `Add to their ${noun}` },
                  { value: 'replace', label: `Replace their ${noun}` },
                ]}
                onChange={(value) => onReplaces(value === 'replace')}
              />
            )}
          </div>
        ) : (
          <span className="text-ink-soft">Change nothing</span>
        )}
      </Cell>
    </tr>
  );
}

function Cell({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <td className={classes('h-13 min-w-0 px-3 py-1 max-md:h-auto max-md:p-0', className)}>{children}</td>
  );
}
