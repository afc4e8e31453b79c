import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { FileOutcome, RegisterReceipt } from '../../../../contract/registers.ts';
import { Card } from '../../../components/display/card.tsx';
import { DropZone } from '../../../components/form/drop-zone.tsx';
import { countOf, formatNumber } from '../../../lib/format/format-number.ts';
import { uploadRegisterFile } from '../registers.api.ts';
import { outcomeLooks, outcomeNames } from '../words.ts';

type Receipts = RegisterReceipt['files'];

const namedAtMost = 20;

/** Files that somebody has at hand. They go by the location numbers in them. */
export function AddFiles() {
  const [done, setDone] = useState<Receipts>([]);
  const [left, setLeft] = useState(0);
  const add = useMutation({
    mutationFn: async (files: readonly File[], context) => {
      setDone([]);
      for (const [index, file] of files.entries()) {
        setLeft(files.length - index);
        const receipts = await uploadRegisterFile(file, context);
        setDone((before) => [...before, ...receipts]);
      }
    },
    onSettled: () => setLeft(0),
  });
  return (
    <Card aria-label="Add files" className="mb-4 shrink-0 p-4 print:hidden">
      {add.isPending ? (
        <div className="flex min-h-40 flex-col justify-center gap-3 px-4">
          <p role="status" className="font-semibold">
            Reading {left === 1 ? 'the file' : `${formatNumber(left)} files`}
          </p>
          <progress aria-label="Reading the files" className="progress" />
        </div>
      ) : (
        <DropZone
          isMultiple
          prompt="Drop register files here"
          accept=".xml,.gz,.zip,application/xml,text/xml,application/zip,application/gzip"
          hint="XML files of registers, or a zip or gzip of them. The number in a file says to which location it belongs."
          error={add.error?.message ?? null}
          onFiles={(files) => add.mutate(files)}
          className="min-h-40 py-5!"
        />
      )}
      <p className="mt-3 text-center text-small text-ink-soft">
        Daily closes or fuel costs in a spreadsheet?{' '}
        <Link to="/import/sales" className="text-petrol underline max-md:py-3.5">
          Import them as CSV
        </Link>
      </p>
      {done.length > 0 && !add.isPending && <Receipt files={done} />}
    </Card>
  );
}

function Receipt({ files }: { files: Receipts }) {
  const outcomes = Object.keys(outcomeNames) as FileOutcome[];
  const counts = outcomes.flatMap((outcome) => {
    const count = files.filter((file) => file.outcome === outcome).length;
    return count > 0 ? `${formatNumber(count)} ${outcomeNames[outcome].toLowerCase()}` : [];
  });
  const odd = files.filter(({ outcome, reason }) => outcome !== 'accepted' || reason);
  return (
    <div role="status" className="mt-4 px-2">
      <p className="font-semibold">
        {countOf(files.length, 'file')}: {counts.join(', ')}.
      </p>
      {odd.length > 0 && (
        <ul className="mt-1 text-small">
          {odd.slice(0, namedAtMost).map(({ name, outcome, reason }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a zip may hold two files of one name, and rows never move.
            <li key={index} className="wrap-anywhere">
              <span className="font-medium">{name}</span>:{' '}
              <span className={outcomeLooks[outcome]}>{outcomeNames[outcome]}</span>
              {reason && `. ${reason}`}
            </li>
          ))}
          {odd.length > namedAtMost && <li>And {formatNumber(odd.length - namedAtMost)} more below.</li>}
        </ul>
      )}
    </div>
  );
}
