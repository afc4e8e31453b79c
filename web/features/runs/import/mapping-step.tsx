import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ImportColumn } from '../../../../contract/import-columns.ts';
import type { ImportOptions, Run } from '../../../../contract/runs.ts';
import { Button, buttonClasses } from '../../../components/button/button.tsx';
import { Alert } from '../../../components/feedback/alert.tsx';
import { Checkbox } from '../../../components/form/checkbox.tsx';
import { useSave } from '../../../lib/form/use-save.ts';
import { planImport } from '../runs.api.ts';
import { FileFacts } from './file-facts.tsx';
import { MappingColumn } from './mapping-column.tsx';

export interface MappingStepProps {
  run: Run;
  onPlanned: () => void;
}

/** Asks for the meaning of the columns, and for the effect of blank cells, plain names and missing rows. */
export function MappingStep({ run, onPlanned }: MappingStepProps) {
  const { file } = run;
  if (!file) return null;
  const reading = [file.sha256, file.encoding, file.separator].join();
  return <Mapping key={reading} run={run} file={file} onPlanned={onPlanned} />;
}

function Mapping({ run, file, onPlanned }: MappingStepProps & { file: NonNullable<Run['file']> }) {
  const { id, about } = run;
  const [options, setOptions] = useState<ImportOptions>(
    run.options ?? {
      ...{ mapping: file.mapping, blank_clears: [], replace: [], deactivate_missing: false },
      ...{ meanings: file.meanings, invite_new: false },
    },
  );
  const { mapping, blank_clears, replace } = options;
  const plan = useSave({
    mutationFn: (_: undefined, context) => planImport(id, kept(options), context),
    onSuccess: onPlanned,
  });
  const change = (changes: Partial<ImportOptions>) => setOptions({ ...options, ...changes });
  const used = mapping.filter((column) => column !== null);
  // Two headers may be equal when they are blank.
  const columns = file.headers.map((header, index) => ({ header, index, key: `${index} ${header}` }));
  const isTwice = (column: ImportColumn | null) =>
    column !== null && used.indexOf(column) !== used.lastIndexOf(column);

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        plan.mutate(undefined);
      }}
    >
      <FileFacts run={run} file={file} />
      <ul aria-label="Columns of the file" className="border-t border-line">
        {columns.map(({ header, index, key }) => {
          const column = mapping[index] ?? null;
          return (
            <MappingColumn
              key={key}
              about={about}
              header={header}
              samples={file.samples.map((cells) => cells[index] ?? '').filter(Boolean)}
              column={column}
              isTwice={isTwice(column)}
              isBlankClearing={column !== null && blank_clears.includes(column)}
              isReplacing={(column === 'roles' || column === 'locations') && replace.includes(column)}
              onColumn={(next) => change({ mapping: mapping.map((one, at) => (at === index ? next : one)) })}
              onBlankClears={(isOn) =>
                column && change({ blank_clears: toggled(blank_clears, column, isOn) })
              }
              onReplace={(isOn) =>
                (column === 'roles' || column === 'locations') &&
                change({ replace: toggled(replace, column, isOn) })
              }
            />
          );
        })}
      </ul>
      {about === 'users' && (
        <div className="border-t border-line px-6 py-3 max-md:px-4">
          <Checkbox
            label="Deactivate missing users"
            className="font-medium"
            checked={options.deactivate_missing}
            onChange={({ target }) => change({ deactivate_missing: target.checked })}
          />
          <p className="pl-7 text-small text-ink-soft">
            {options.deactivate_missing
              ? 'Every active user in your scope whom the file does not name is deactivated. The preview shows who.'
              : 'Users whom the file does not name stay as they are.'}
          </p>
        </div>
      )}
      <div className="sticky -bottom-6 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-surface px-6 py-3 max-md:px-4 max-md:*:flex-auto">
        {plan.error && (
          <Alert tone="error" className="basis-full!">
            {plan.error.message}
          </Alert>
        )}
        <Link to="/import/$about" params={{ about }} className={buttonClasses('secondary')}>
          Choose another file
        </Link>
        <Button
          type="submit"
          disabled={used.length === 0 || used.some(isTwice)}
          loading={plan.isPending}
          loadingLabel="Preparing..."
        >
          Preview
        </Button>
      </div>
    </form>
  );
}

/** Keeps only options of columns that are used. */
function kept({ mapping, blank_clears, replace, ...options }: ImportOptions): ImportOptions {
  return {
    ...options,
    mapping,
    blank_clears: blank_clears.filter((column) => mapping.includes(column)),
    replace: replace.filter((column) => mapping.includes(column)),
  };
}

function toggled<Value>(values: readonly Value[], value: Value, isOn: boolean): Value[] {
  const others = values.filter((one) => one !== value);
  return isOn ? [...others, value] : others;
}
