import { useId } from 'react';
import { clearableColumns, type ImportColumn, importColumns } from '../../../../contract/import-columns.ts';
import type { RunSubject } from '../../../../contract/runs.ts';
import { ClippedText } from '../../../components/display/clipped-text.tsx';
import { Checkbox } from '../../../components/form/checkbox.tsx';
import { SelectField } from './select-field.tsx';

export interface MappingColumnProps {
  about: RunSubject;
  header: string;
  /** Cells of its first rows. */
  samples: readonly string[];
  column: ImportColumn | null;
  /** Another header has the same meaning. */
  isTwice: boolean;
  isBlankClearing: boolean;
  isReplacing: boolean;
  onColumn: (column: ImportColumn | null) => void;
  onBlankClears: (isOn: boolean) => void;
  onReplace: (isOn: boolean) => void;
}

const clearable: readonly ImportColumn[] = clearableColumns;
const samplesShown = 3;

/** A header of the file: its first cells, its meaning, and what its cells do. */
export function MappingColumn({
  about,
  header,
  samples,
  column,
  isTwice,
  isBlankClearing,
  isReplacing,
  onColumn,
  onBlankClears,
  onReplace,
}: MappingColumnProps) {
  const nameId = useId();
  const columns = Object.entries(importColumns[about]) as [ImportColumn, { label: string }][];
  const isLinks = column === 'roles' || column === 'locations';
  return (
    <li className="grid gap-x-6 gap-y-2 border-b border-line px-6 py-3 last:border-b-0 max-md:px-4 md:grid-cols-[minmax(0,1fr)_14rem_minmax(0,1.4fr)]">
      <div className="min-w-0">
        <p id={nameId} className="font-semibold wrap-anywhere">
          {header || <span className="text-ink-soft">No header</span>}
        </p>
        <ClippedText className="text-small text-ink-soft">
          {samples.length > 0 ? samples.slice(0, samplesShown).join(' · ') : 'Blank in the first rows'}
        </ClippedText>
      </div>
      <div>
        <SelectField
          label={`Meaning of ${header || 'the column without a header'}`}
          isInvalid={isTwice}
          value={column ?? ''}
          options={[
            { value: '', label: 'Leave out' },
            ...columns.map(([value, { label }]) => ({ value, label })),
          ]}
          onChange={(value) => onColumn(columns.find(([id]) => id === value)?.[0] ?? null)}
        />
        {isTwice && <p className="mt-1 text-small text-bad">Two headers mean this. Leave one of them out.</p>}
      </div>
      <div className="text-small text-ink-soft">
        {column === null ? (
          <p className="md:pt-2">This column is not read.</p>
        ) : (
          <>
            {isLinks && (
              <Option
                label="Replace"
                meaning={
                  isReplacing
                    ? 'They will have exactly those of the cell.'
                    : 'Names add to them; -name removes one.'
                }
                isOn={isReplacing}
                onChange={onReplace}
              />
            )}
            {clearable.includes(column) ? (
              <Option
                label="Blank clears"
                meaning={
                  isBlankClearing
                    ? 'A blank cell clears the stored value.'
                    : 'A blank cell keeps the stored value.'
                }
                isOn={isBlankClearing}
                onChange={onBlankClears}
              />
            ) : (
              <p className="md:pt-2">A blank cell keeps the stored value.</p>
            )}
          </>
        )}
      </div>
    </li>
  );
}

interface OptionProps {
  label: string;
  /** The effect of the current choice. */
  meaning: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

function Option({ label, meaning, isOn, onChange }: OptionProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <Checkbox
        label={label}
        className="text-ink"
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span>{meaning}</span>
    </div>
  );
}
