import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { fileMaxBytes, runLinesMax } from '../../../contract/fields/limits.ts';
import type { SaveContext } from '../../lib/form/use-save.ts';
import { formatBytes, formatNumber } from '../../lib/format/format-number.ts';
import type { CallOptions } from '../../lib/http/http.ts';
import { Button } from '../button/button.tsx';
import { DropZone } from './drop-zone.tsx';

export interface CsvUploadProps {
  /** What else is good to know of the file. */
  hint: string;
  /** Of something beside it. */
  error?: Error | null;
  send: (file: File, context: SaveContext & Pick<CallOptions, 'onSent'>) => Promise<unknown>;
}

/** The first step of an import. A file that is under way is given up with its page. */
export function CsvUpload({ hint, error, send }: CsvUploadProps) {
  const sending = useRef<AbortController>(null);
  const [sent, setSent] = useState(0);
  const upload = useMutation({
    mutationFn: (file: File, { client }) => {
      sending.current = new AbortController();
      setSent(0);
      return send(file, { client, signal: sending.current.signal, onSent: setSent });
    },
  });
  useEffect(() => () => sending.current?.abort(), []);
  const failure = upload.error?.name === 'AbortError' ? error : (upload.error ?? error);
  return upload.isPending ? (
    <Uploading file={upload.variables} sent={sent} onCancel={() => sending.current?.abort()} />
  ) : (
    <DropZone
      prompt="Drop a CSV file here"
      accept=".csv,.tsv,.txt,text/csv,text/plain"
      hint={`At most ${formatBytes(fileMaxBytes)} and ${formatNumber(runLinesMax)} rows. ${hint}`}
      error={failure?.message ?? null}
      onFiles={([file]) => upload.mutate(file)}
    />
  );
}

function Uploading({ file, sent, onCancel }: { file: File; sent: number; onCancel: () => void }) {
  const isSent = sent === 1;
  return (
    <div className="mx-auto flex min-h-72 max-w-md flex-col justify-center gap-3">
      <p role="status" className="font-semibold wrap-anywhere">
        {isSent ? 'Reading' : 'Sending'} {file.name} ({formatBytes(file.size)})
      </p>
      {isSent ? (
        <progress aria-label="Reading the file" className="progress" />
      ) : (
        <>
          <progress aria-label="Sending the file" className="progress" value={sent} />
          <p className="text-small text-ink-soft">{Math.floor(sent * 100)} %</p>
        </>
      )}
      <div>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
