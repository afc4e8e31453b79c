import type { ImportColumn } from '../../../../contract/files/import-columns.ts';
import type { ImportOptions, RunFile, RunSubject } from '../../../../contract/runs.ts';
import { ColumnRow } from './column-row.tsx';

export interface ColumnsTableProps {
  about: RunSubject;
  file: RunFile;
  shown: readonly number[];
  options: ImportOptions;
  isTwice: (column: ImportColumn | null) => boolean;
  onChange: (changes: Partial<ImportOptions>) => void;
}

const heads = ['In your file', 'Example', 'Becomes', 'Empty cells'];

export function ColumnsTable({ about, file, shown, options, isTwice, onChange }: ColumnsTableProps) {
  const { mapping, blank_clears, replace } = options;
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
        {shown.map((index) => {
          const column = mapping[index] ?? null;
          return (
            <ColumnRow
              // Two headers may be equal when they are blank.
              key={index}
              about={about}
              header={file.headers[index] ?? ''}
              sample={file.samples.map((cells) => cells[index] ?? '').find(Boolean) ?? ''}
              column={column}
              isTwice={isTwice(column)}
              isClearing={column !== null && blank_clears.includes(column)}
              isReplacing={(column === 'roles' || column === 'locations') && replace.includes(column)}
              onColumn={(next) =>
                onChange({ mapping: mapping.map((one, at) => (at === index ? next : one)) })
              }
              onClears={(isOn) => column && onChange({ blank_clears: toggled(blank_clears, column, isOn) })}
              onReplaces={(isOn) =>
                (column === 'roles' || column === 'locations') &&
                onChange({ replace: toggled(replace, column, isOn) })
              }
            />
          );
        })}
      </tbody>
    </table>
  );
}

function toggled<Value>(values: readonly Value[], value: Value, isOn: boolean): Value[] {
  const others = values.filter((one) => one !== value);
  return isOn ? [...others, value] : others;
}
