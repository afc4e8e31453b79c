import type { ReactNode } from 'react';
import { type ImportColumn, importColumns, isClearable } from '../../../../contract/files/import-columns.ts';
import type { ImportOptions, RunFile, RunSubject } from '../../../../contract/runs.ts';
import { ClippedText } from '../../../components/display/clipped-text.tsx';
import { SelectField } from '../../../components/form/select-field.tsx';
import { classes } from '../../../lib/browser/classes.ts';

export interface ColumnsTableProps {
  about: RunSubject;
  file: RunFile;
  shown: readonly number[];
  options: ImportOptions;
  /** Another header has the same meaning. */
  isTwice: (column: ImportColumn | null) => boolean;
  onChange: (changes: Partial<ImportOptions>) => void;
}

const heads = ['In your file', 'Example', 'Becomes', 'Empty cells'];

export function ColumnsTable({ shown, ...column }: ColumnsTableProps) {
  return (
    <table aria-label="Columns of the file" className="w-full table-fixed border-collapse max-md:block">
      <thead className="max-md:sr-only max-md:block">
        <tr>
          {heads.map((head) => (
            <th
              key={head}
              scope="col"
              className="h-9 border-y border-line bg-surface-raised px-3 text-left text-small font-semibold text-ink-soft first:w-1/4 first:pl-6 last:w-[24rem] last:pr-6 nth-3:w-61"
            >
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block">
        {shown.map((index) => (
          <ColumnRow
            // Two headers may be equal when they are blank.
            key={index}
            {...column}
            index={index}
          />
        ))}
      </tbody>
    </table>
  );
}

interface ColumnRowProps extends Omit<ColumnsTableProps, 'shown'> {
  index: number;
}

function ColumnRow({ about, file, index, options, isTwice, onChange }: ColumnRowProps) {
  const { mapping, blank_clears, replace } = options;
  const columns = Object.entries(importColumns[about]).map(([value, { label }]) => ({
    value: value as ImportColumn,
    label,
  }));
  const column = mapping[index] ?? null;
  const header = file.headers[index];
  const sample = file.samples.map((cells) => cells[index] ?? '').find(Boolean);
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
          isInvalid={isTwice(column)}
          value={column ?? ''}
          className="md:w-55"
          options={[{ value: '', label: 'Leave out' }, ...columns]}
          onChange={(value) =>
            onChange({ mapping: mapping.map((one, at) => (at === index ? value || null : one)) })
          }
        />
        {isTwice(column) && (
          <p className="mt-1 text-small text-bad">Two headers mean this. Leave one of them out.</p>
        )}
      </Cell>
      <Cell className="md:pr-6">
        {column === null ? (
          <span className="text-ink-soft">This column is not read.</span>
        ) : isClearable(about, column) ? (
          <div className="flex gap-2 max-md:flex-wrap">
            <SelectField
              label={`Empty cells of ${name}`}
              value={blank_clears.includes(column) ? 'clear' : ''}
              className="min-w-0 max-md:flex-1 md:w-36"
              options={[
                { value: '', label: 'Change nothing' },
                { value: 'clear', label: 'Clear it' },
              ]}
              onChange={(value) =>
                onChange({ blank_clears: toggled(blank_clears, column, value === 'clear') })
              }
            />
            {about === 'users' && (column === 'roles' || column === 'locations') && (
              <SelectField
                label={`Names in ${name}`}
                value={replace.includes(column) ? 'replace' : ''}
                className="min-w-0 max-md:flex-1 md:w-47"
                options={[
                  { value: '', label: `Add to their ${noun}` },
                  { value: 'replace', label: `Replace their ${noun}` },
                ]}
                onChange={(value) => onChange({ replace: toggled(replace, column, value === 'replace') })}
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

function toggled<Value>(values: readonly Value[], value: Value, isOn: boolean): Value[] {
  const others = values.filter((one) => one !== value);
  return isOn ? [...others, value] : others;
}
