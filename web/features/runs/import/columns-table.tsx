import {
  type ImportColumn,
  importColumns,
  isClearable,
  isListColumn,
} from '../../../../contract/files/import-columns.ts';
import type { ImportOptions, RunFile, RunSubject } from '../../../../contract/runs.ts';
import { SelectField } from '../../../components/form/select-field.tsx';
import { FileColumns } from '../../../components/table/file-columns.tsx';

export interface ColumnsTableProps {
  about: RunSubject;
  file: RunFile;
  shown: readonly number[];
  options: ImportOptions;
  /** Another header has the same meaning. */
  isTwice: (column: ImportColumn | null) => boolean;
  onChange: (changes: Partial<ImportOptions>) => void;
}

export function ColumnsTable({ shown, ...props }: ColumnsTableProps) {
  const choices = [
    {
      ...{ head: 'Becomes', headClasses: 'w-61' },
      cell: (index: number, name: string) => <Becomes {...props} index={index} name={name} />,
    },
    {
      ...{ head: 'Empty cells', headClasses: 'w-[24rem]' },
      cell: (index: number, name: string) => <EmptyCells {...props} index={index} name={name} />,
    },
  ];
  return <FileColumns file={props.file} shown={shown} choices={choices} />;
}

interface ColumnProps extends Omit<ColumnsTableProps, 'shown'> {
  index: number;
  name: string;
}

function Becomes({ about, index, name, options: { mapping }, isTwice, onChange }: ColumnProps) {
  const columns = Object.entries(importColumns[about]).map(([value, { label }]) => ({
    value: value as ImportColumn,
    label,
  }));
  const column = mapping[index] ?? null;
  return (
    <>
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
    </>
  );
}

function EmptyCells({ about, index, name, options, onChange }: ColumnProps) {
  const { mapping, blank_clears, replace } = options;
  const column = mapping[index] ?? null;
  if (column === null) return <span className="text-ink-soft">This column is not read.</span>;
  if (!isClearable(about, column)) return <span className="text-ink-soft">Change nothing</span>;
  return (
    <div className="flex gap-2 max-md:flex-wrap">
      <SelectField
        label={`Empty cells of ${name}`}
        value={blank_clears.includes(column) ? 'clear' : ''}
        className="min-w-0 max-md:flex-1 md:w-36"
        options={[
          { value: '', label: 'Change nothing' },
          { value: 'clear', label: 'Clear it' },
        ]}
        onChange={(value) => onChange({ blank_clears: toggled(blank_clears, column, value === 'clear') })}
      />
      {about === 'users' && isListColumn(column) && (
        <SelectField
          label={`Names in ${name}`}
          value={replace.includes(column) ? 'replace' : ''}
          className="min-w-0 max-md:flex-1 md:w-47"
          options={[
            { value: '', label: `Add to their ${column}` },
            { value: 'replace', label: `Replace their ${column}` },
          ]}
          onChange={(value) => onChange({ replace: toggled(replace, column, value === 'replace') })}
        />
      )}
    </div>
  );
}

function toggled<Value>(values: readonly Value[], value: Value, isOn: boolean): Value[] {
  const others = values.filter((one) => one !== value);
  return isOn ? [...others, value] : others;
}
