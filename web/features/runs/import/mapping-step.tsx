import { Link, useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import {
  type ImportColumn,
  isMapped,
  isMarkColumn,
  markColumns,
  numberColumns,
  resultHeaders,
  wordColumns,
} from '../../../../contract/files/import-columns.ts';
import type { ImportOptions, Run } from '../../../../contract/runs.ts';
import { Button, buttonClasses } from '../../../components/button/button.tsx';
import { DiscardQuestion } from '../../../components/dialog/discard-question.tsx';
import { Alert } from '../../../components/feedback/alert.tsx';
import { Checkbox } from '../../../components/form/checkbox.tsx';
import { useAccess } from '../../../lib/account/access.ts';
import { classes } from '../../../lib/browser/classes.ts';
import { usePlaced } from '../../../lib/browser/use-placed.ts';
import { useUnloadQuestion } from '../../../lib/browser/use-unload-question.ts';
import { useSave } from '../../../lib/form/use-save.ts';
import { countOf, formatNumber } from '../../../lib/format/format-number.ts';
import { type ListedColumn, planImport } from '../runs.api.ts';
import { ColumnsTable } from './columns-table.tsx';
import { FileOptions } from './file-options.tsx';
import { UnknownWords, useUnknownWords } from './unknown-words.tsx';

export interface MappingStepProps {
  run: Run;
  onPlanned: () => void;
}

export function MappingStep({ run, onPlanned }: MappingStepProps) {
  const { file } = run;
  if (!file) return null;
  const reading = [file.sha256, file.encoding, file.separator, file.header_line].join();
  return <Mapping key={reading} run={run} file={file} reading={reading} onPlanned={onPlanned} />;
}

interface MappingProps extends MappingStepProps {
  file: NonNullable<Run['file']>;
  reading: string;
}

function Mapping({ run, file, reading, onPlanned }: MappingProps) {
  const { id, about } = run;
  const [first] = useState<ImportOptions>(
    run.options ?? {
      ...{ mapping: file.mapping, blank_clears: [], replace: [], deactivate_missing: false },
      ...{ meanings: file.meanings, invite_new: false },
    },
  );
  const [options, setOptions] = useState(first);
  const { mapping } = options;
  const plan = useSave({
    mutationFn: (_: undefined, context) => planImport(id, optionsOfColumns(options), context),
    onSuccess: onPlanned,
  });
  const isChanged = JSON.stringify(options) !== JSON.stringify(first) && !plan.isPending;
  useUnloadQuestion(isChanged);
  const leaving = useBlocker({
    disabled: !isChanged,
    enableBeforeUnload: false,
    withResolver: true,
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname,
  });
  const change = (changes: Partial<ImportOptions>) => setOptions((now) => ({ ...now, ...changes }));
  const used = mapping.filter((column) => column !== null);
  const isTwice = (column: ImportColumn | null) =>
    column !== null && !isMarkColumn(column) && used.indexOf(column) !== used.lastIndexOf(column);

  const words = useUnknownWords(id, reading, listedColumns(mapping));
  const isPlaced = usePlaced(words.isKnown);

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        plan.mutate(undefined);
      }}
    >
      {leaving.status === 'blocked' && <DiscardQuestion onKeep={leaving.reset} onDiscard={leaving.proceed} />}
      <FileOptions run={run} file={file} />
      <Columns run={run} file={file} options={options} isTwice={isTwice} onChange={change} />
      <UnknownWords words={words} meanings={options.meanings} zeros={options.zeros ?? []} onChange={change} />
      {mapping.includes('districts') && (
        <p className="border-t border-line px-6 py-3 max-md:px-4">
          {`${file.headers[mapping.indexOf('districts')]} gives whole districts: `}
          all their locations, and new ones. If it only says where a location is, leave it out.
        </p>
      )}
      {about === 'users' && <UserOptions isPlaced={isPlaced} options={options} onChange={change} />}
      <div
        className={classes(
          'sticky -bottom-6 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-surface px-6 py-3 max-md:px-4',
          !isPlaced && 'opacity-0',
        )}
      >
        {plan.error && (
          <Alert tone="error" className="basis-full!">
            {plan.error.message}
          </Alert>
        )}
        <Link
          to="/import/$about"
          params={{ about }}
          className={`${buttonClasses('secondary')} max-md:flex-auto`}
        >
          Choose another file
        </Link>
        <Button
          type="submit"
          className="max-md:flex-auto"
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

/** With words to ask about. */
function listedColumns(mapping: ImportOptions['mapping']): ListedColumn[] {
  return [...new Set([...wordColumns, ...numberColumns])].flatMap((column) => {
    const index = mapping.includes(column) ? mapping.indexOf(column) : undefined;
    const marks = mapping.flatMap((one, at) => (one !== null && one === markColumns[column] ? at : []));
    return index === undefined && marks.length === 0 ? [] : [{ column, index, marks }];
  });
}

interface ColumnsProps extends Pick<MappingProps, 'run' | 'file'> {
  options: ImportOptions;
  isTwice: (column: ImportColumn | null) => boolean;
  onChange: (changes: Partial<ImportOptions>) => void;
}

function Columns({ run, file, options, isTwice, onChange }: ColumnsProps) {
  const all = columnsOf(file.headers);
  const [recognized] = useState(() => all.filter((index) => file.mapping[index] !== null));
  const [isOpen, setOpen] = useState(run.options !== null);
  const shown = isOpen ? all : all.filter((index) => !recognized.includes(index));
  return (
    <>
      {!isOpen && (
        <p className="flex min-h-13 items-center gap-2 border-t border-line px-6 max-md:px-4">
          {formatNumber(recognized.length)} of {formatNumber(all.length)} columns recognized
          <Button variant="link" aria-label="Change the recognized columns" onClick={() => setOpen(true)}>
            Change
          </Button>
        </p>
      )}
      <Grid headers={file.headers} {...options} onChange={onChange} />
      {shown.length > 0 && (
        <>
          <ColumnsTable about={run.about} {...{ file, shown, options, isTwice, onChange }} />
          <p className="border-t border-line px-6 py-3 text-small text-ink-soft max-md:px-4">
            Empty cells change nothing, unless you choose Clear it.
            {run.about === 'users' && ' In roles, locations and districts, −name takes one away.'}
          </p>
        </>
      )}
    </>
  );
}

/** What an X means in the columns that have one. */
function Grid({
  headers,
  mapping,
  replace,
  onChange,
}: { headers: readonly string[] } & Pick<ImportOptions, 'mapping' | 'replace'> &
  Pick<ColumnsProps, 'onChange'>) {
  return (['locations', 'roles'] as const).map((column) => {
    const named = headers.filter((_, index) => mapping[index] === markColumns[column]);
    if (named.length === 0) return null;
    const [first, ...others] = named;
    const noun = named.length === 1 ? column.slice(0, -1) : column;
    const isReplaced = replace.includes(column);
    const rest = replace.filter((one) => one !== column);
    return (
      <div key={column} className="border-t border-line px-6 py-3 max-md:px-4">
        <p>
          {`${countOf(named.length, 'column')} ${named.length === 1 ? 'is a' : 'are'} ${noun}: an X under ${first}`}
          {others.length > 0 &&
            ` or ${others.length === 1 ? others[0] : `one of ${formatNumber(others.length)} others`}`}
          {` gives the user that ${column.slice(0, -1)}.`}
        </p>
        {!mapping.includes(column) && (
          <Checkbox
            label={`Users with an X lose the ${column} without one`}
            className="font-medium"
            checked={isReplaced}
            onChange={({ target }) => onChange({ replace: target.checked ? [...rest, column] : rest })}
          />
        )}
      </div>
    );
  });
}

/** Without those that a file of rows to fix got here. */
function columnsOf(headers: readonly string[]): number[] {
  const added = resultHeaders.length;
  const isOwn = headers.slice(-added).join() === resultHeaders.join();
  return headers.map((_, index) => index).slice(0, isOwn ? -added : undefined);
}

interface UserOptionsProps extends Pick<ColumnsProps, 'options' | 'onChange'> {
  isPlaced: boolean;
}

function UserOptions({ isPlaced, options, onChange }: UserOptionsProps) {
  const { mayAct } = useAccess();
  return (
    <div className={classes('border-t border-line px-6 py-3 max-md:px-4', !isPlaced && 'opacity-0')}>
      {mayAct('inviteUser') && (
        <div>
          <Checkbox
            label="Invite those who are new"
            className="font-medium"
            checked={options.invite_new}
            onChange={({ target }) => onChange({ invite_new: target.checked })}
          />
        </div>
      )}
      {mayAct('setUserActive') && (
        <div>
          <Checkbox
            label="Deactivate users who are not in the file"
            className="font-medium"
            checked={options.deactivate_missing}
            onChange={({ target }) => onChange({ deactivate_missing: target.checked })}
          />
          {options.deactivate_missing && (
            <p className="pl-7 text-small text-ink-soft">
              Every active user in your scope whom the file does not name. The preview shows who.
            </p>
          )}
        </div>
      )}
    </div>
  );
}

function optionsOfColumns(options: ImportOptions): ImportOptions {
  const { mapping, blank_clears, replace, zeros = [] } = options;
  const isUsed = (column: ImportColumn) => isMapped(mapping, column);
  return {
    ...options,
    blank_clears: blank_clears.filter(isUsed),
    replace: replace.filter(isUsed),
    zeros: zeros.filter(isUsed),
  };
}
