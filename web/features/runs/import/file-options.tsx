import {
  type FileEncoding,
  type FileSeparator,
  fileEncodings,
  fileSeparators,
  type Run,
} from '../../../../contract/runs.ts';
import { Alert } from '../../../components/feedback/alert.tsx';
import { SelectField } from '../../../components/form/select-field.tsx';
import { useSave } from '../../../lib/form/use-save.ts';
import { countOf, formatNumber } from '../../../lib/format/format-number.ts';
import { chosenFile, type FileReading, uploadFile } from '../runs.api.ts';

const encodingLabels: Record<FileEncoding, string> = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows-1252',
  'utf-16le': 'UTF-16',
};
const separatorLabels: Record<FileSeparator, string> = { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab' };

/** The user can change them and read the file again, as long as this page has the file. */
export function FileOptions({ run, file }: { run: Run; file: NonNullable<Run['file']> }) {
  const { id, about, total, state } = run;
  const { name, encoding, separator, header_line } = file;
  const again = useSave({
    mutationFn: ({ file, ...reading }: FileReading & { file: File }, context) =>
      uploadFile({ id, about, file, ...reading }, context),
  });
  const chosen = chosenFile(id);
  // The file of an existing plan is not replaced.
  const isFixed = !chosen || state !== 'mapping' || again.isPending;
  const read = (reading: FileReading) =>
    chosen && again.mutate({ file: chosen, encoding, separator, header_line, ...reading });
  const look = { isLabeled: true, disabled: isFixed, className: 'md:w-40!' };

  return (
    <div className="px-6 py-4 max-md:px-4">
      <p className="flex flex-wrap gap-x-3">
        <span className="font-semibold wrap-anywhere">{name}</span>
        <span role="status" className="text-ink-soft">
          {again.isPending
            ? 'Reading it again...'
            : `${countOf(total, 'row')}${header_line > 1 ? `, header in line ${formatNumber(header_line)}` : ''}`}
        </span>
      </p>
      <details className="mt-1">
        <summary className="w-fit cursor-pointer text-small font-semibold text-petrol">File options</summary>
        <div className="mt-2 flex flex-wrap gap-3 max-md:grid max-md:grid-cols-[repeat(auto-fit,minmax(6.5rem,1fr))]">
          <SelectField
            {...look}
            label="Encoding"
            value={encoding}
            options={fileEncodings.map((value) => ({ value, label: encodingLabels[value] }))}
            onChange={(encoding) => read({ encoding })}
          />
          <SelectField
            {...look}
            label="Separator"
            value={separator}
            options={fileSeparators.map((value) => ({ value, label: separatorLabels[value] }))}
            // Other cells may name the columns.
            onChange={(separator) => read({ separator, header_line: undefined })}
          />
          <SelectField
            {...look}
            label="Header"
            value={String(header_line)}
            options={headerLines(header_line)}
            onChange={(value) => read({ header_line: Number(value) })}
          />
        </div>
        {!chosen && state === 'mapping' && (
          <p className="mt-2 text-small text-ink-soft">To read the file differently, choose it again.</p>
        )}
      </details>
      {again.error && (
        <Alert tone="error" className="mt-3">
          {again.error.message}
        </Alert>
      )}
    </div>
  );
}

const offeredLines = 20;

function headerLines(current: number) {
  const lines = Array.from({ length: offeredLines }, (_, index) => index + 1);
  const all = lines.includes(current) ? lines : [...lines, current];
  return all.map((line) => ({ value: String(line), label: `Line ${line}` }));
}
