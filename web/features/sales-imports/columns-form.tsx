import { Link } from '@tanstack/react-router';
import { closeColumns, costColumns, namedColumns } from '../../../contract/files/sales-columns.ts';
import {
  type CloseRow,
  closeNameMaxLength,
  closeRows,
  type SalesColumn,
  type SalesImport,
  type SalesImportOptions,
} from '../../../contract/sales-imports.ts';
import { Button, buttonClasses } from '../../components/button/button.tsx';
import { Card } from '../../components/display/card.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { inputClasses } from '../../components/form/field.tsx';
import { SelectField } from '../../components/form/select-field.tsx';
import { FileColumns } from '../../components/table/file-columns.tsx';
import { classes } from '../../lib/browser/classes.ts';
import { useLocationsNamed } from '../../parts/choose/location-choices.api.ts';
import { LocationField } from '../../parts/choose/location-choices.tsx';
import { rowNames } from './words.ts';

export interface ColumnsFormProps {
  found: SalesImport;
  options: SalesImportOptions;
  isBusy: boolean;
  error: Error | null;
  onChange: (changes: Partial<SalesImportOptions>) => void;
  onPreview: () => void;
}

/** What the rows and columns of a file are. */
export function ColumnsForm({ found, options, isBusy, error, onChange, onPreview }: ColumnsFormProps) {
  const { about, headers, totals } = found;
  const choices = [
    {
      ...{ head: 'Becomes', headClasses: 'w-1/2' },
      cell: (index: number, name: string) => {
        const sumOf = totals.find(({ column }) => column === index)?.of.map((one) => headers[one] ?? '');
        return <Becomes {...{ found, index, name, options, sumOf, onChange }} />;
      },
    },
  ];
  const isUsed = (is: SalesColumn) => options.mapping.some((one) => one?.is === is);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onPreview();
      }}
    >
      <Card aria-label="Columns" className="shrink-0">
        {about === 'closes' && <Questions {...{ options, isUsed, onChange }} />}
        <FileColumns file={found} shown={[...headers.keys()]} choices={choices} />
        <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-6 py-3 max-md:px-4">
          {error && (
            <Alert tone="error" className="basis-full!">
              {error.message}
            </Alert>
          )}
          <Link to="/import/sales" className={`${buttonClasses('secondary')} max-md:flex-auto`}>
            Choose another file
          </Link>
          <Button type="submit" className="max-md:flex-auto" loading={isBusy} loadingLabel="Reading...">
            Preview
          </Button>
        </div>
      </Card>
    </form>
  );
}

interface QuestionsProps extends Pick<ColumnsFormProps, 'options' | 'onChange'> {
  isUsed: (is: SalesColumn) => boolean;
}

function Questions({ options, isUsed, onChange }: QuestionsProps) {
  const { row, over_short, location_id } = options;
  const named = useLocationsNamed(location_id ? [location_id] : []);
  return (
    <div className="flex flex-wrap items-start gap-4 px-6 py-4 max-md:px-4">
      <SelectField
        isLabeled
        label="What is a row?"
        className="w-44"
        value={row ?? 'day'}
        options={closeRows.map((value) => ({ value, label: rowNames[value] }))}
        onChange={(row: CloseRow) => onChange({ row })}
      />
      {isUsed('over_short') && (
        <SelectField
          isLabeled
          label="A positive over/short means"
          className="w-56"
          value={over_short ?? ''}
          options={[
            { value: '', label: 'Choose…' },
            { value: 'over', label: 'Over: too much cash' },
            { value: 'short', label: 'Short: too little cash' },
          ]}
          onChange={(sign) => onChange({ over_short: sign || undefined })}
        />
      )}
      {!isUsed('location') && (
        <div className="w-full max-w-md">
          <LocationField
            label="Location of the whole file"
            chosen={location_id ? named?.[0] : undefined}
            onChange={(location) => onChange({ location_id: location?.id })}
          />
        </div>
      )}
      <p className="basis-full text-small text-ink-soft">
        {row === 'day' || row === undefined
          ? 'There is one row for each location and date.'
          : 'All rows of a location and date are added up.'}{' '}
        An empty cell is unknown, and 0 is 0. What an earlier file said of a location and date is replaced.
      </p>
    </div>
  );
}

interface BecomesProps extends Pick<ColumnsFormProps, 'found' | 'options' | 'onChange'> {
  index: number;
  name: string;
  sumOf: string[] | undefined;
}

function Becomes({ found, index, name, options, sumOf, onChange }: BecomesProps) {
  const column = options.mapping[index] ?? null;
  const known = found.about === 'costs' ? costColumns : { ...closeColumns, ...namedColumns };
  const choices = Object.entries(known).map(([value, { label }]) => ({ value: value as SalesColumn, label }));
  const set = (meaning: SalesImportOptions['mapping'][number]) =>
    onChange({ mapping: options.mapping.map((one, at) => (at === index ? meaning : one)) });
  const needsName = column !== null && column.is in namedColumns && column.is !== 'total';
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <SelectField
        label={`Meaning of ${name}`}
        className="w-64 max-md:w-full"
        value={column?.is ?? ''}
        options={[{ value: '', label: 'Leave out' }, ...choices]}
        onChange={(is) => set(is === '' ? null : nameless(is, found.headers[index] ?? ''))}
      />
      {needsName && (
        <input
          type="text"
          aria-label={`Name for ${name}`}
          maxLength={closeNameMaxLength}
          value={column.name ?? ''}
          onChange={({ target }) => set({ is: column.is, name: target.value })}
          className={classes(inputClasses, 'h-9! w-48! text-body! max-md:h-11! max-md:w-full!')}
        />
      )}
      {sumOf && (
        <span className="text-small text-ink-soft wrap-anywhere">
          In all rows the sum of {sumOf.length > 4 ? `${sumOf.length} other columns` : sumOf.join(' + ')}
        </span>
      )}
    </div>
  );
}

/** With the header as its first name. */
function nameless(is: SalesColumn, header: string): { is: SalesColumn; name?: string } {
  const name = header.replace(/[_\s]+/g, ' ').trim();
  return is in namedColumns && is !== 'total' ? { is, name: name.slice(0, closeNameMaxLength) } : { is };
}
