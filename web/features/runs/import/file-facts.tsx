import {
  type FileEncoding,
  type FileSeparator,
  fileEncodings,
  fileSeparators,
  type Run,
} from '../../../../contract/runs.ts';
import { Alert } from '../../../components/feedback/alert.tsx';
import { useSave } from '../../../lib/form/use-save.ts';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { chosenFile, type FileReading, uploadFile } from '../runs.api.ts';
import { formatBytes } from './format-bytes.ts';
import { SelectField } from './select-field.tsx';

export interface FileFactsProps {
  run: Run;
  file: NonNullable<Run['file']>;
}

const encodingLabels: Record<FileEncoding, string> = { 'utf-8': 'UTF-8', 'windows-1252': 'Windows-1252' };
const separatorLabels: Record<FileSeparator, string> = { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab' };

/**
 * The encoding and the separator of the file. The user can change them and read the file again, as long as this page
 * has the file.
 */
export function FileFacts({ run, file }: FileFactsProps) {
  const { id, about, total, state } = run;
  const { name, bytes, encoding, separator } = file;
  const again = useSave({
    mutationFn: ({ file, ...reading }: FileReading & { file: File }, context) =>
      uploadFile({ id, about, file, ...reading }, context),
  });
  const chosen = chosenFile(id);
  // The file of an existing plan is not replaced.
  const isFixed = !chosen || state !== 'mapping' || again.isPending;
  const read = (reading: FileReading) =>
    chosen && again.mutate({ file: chosen, encoding, separator, ...reading });

  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3 px-6 py-4 max-md:px-4">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p role="status" className="text-small text-ink-soft">
          {again.isPending
            ? 'Reading it again...'
            : `${formatBytes(bytes)}, ${formatNumber(total)} ${total === 1 ? 'row' : 'rows'}, ${formatNumber(file.headers.length)} columns`}
        </p>
      </div>
      <div className="flex gap-3 max-md:w-full max-md:*:flex-1">
        <SelectField
          label="Encoding"
          isLabeled
          value={encoding}
          disabled={isFixed}
          className="md:w-40!"
          options={fileEncodings.map((value) => ({ value, label: encodingLabels[value] }))}
          onChange={(value) => {
            const encoding = fileEncodings.find((one) => one === value);
            if (encoding) read({ encoding });
          }}
        />
        <SelectField
          label="Separator"
          isLabeled
          value={separator}
          disabled={isFixed}
          className="md:w-40!"
          options={fileSeparators.map((value) => ({ value, label: separatorLabels[value] }))}
          onChange={(value) => {
            const separator = fileSeparators.find((one) => one === value);
            if (separator) read({ separator });
          }}
        />
      </div>
      {!chosen && state === 'mapping' && (
        <p className="basis-full text-small text-ink-soft">
          Encoding and separator were detected. To read the file differently, choose it again.
        </p>
      )}
      {again.error && (
        <Alert tone="error" className="basis-full">
          {again.error.message}
        </Alert>
      )}
    </div>
  );
}
