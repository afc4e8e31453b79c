import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { fileMaxBytes, runLinesMax } from '../../../../contract/fields/limits.ts';
import { type RunSubject, runSubjects } from '../../../../contract/runs.ts';
import { Button, buttonClasses } from '../../../components/button/button.tsx';
import { UpLink } from '../../../components/detail/up-link.tsx';
import { Card } from '../../../components/display/card.tsx';
import { PageTitle } from '../../../components/display/page-title.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { NotFound } from '../../../components/feedback/not-found.tsx';
import { DropZone } from '../../../components/form/drop-zone.tsx';
import { IconDownload } from '../../../components/icons/icons.ts';
import { useAccess } from '../../../lib/account/access.ts';
import { useNamedPage } from '../../../lib/browser/page-name.ts';
import { newId } from '../../../lib/form/new-id.ts';
import { formatBytes, formatNumber } from '../../../lib/format/format-number.ts';
import { RunSteps } from '../run-steps.tsx';
import { downloadTemplate, uploadFile } from '../runs.api.ts';

const names: Record<RunSubject, string> = { users: 'Users', locations: 'Locations', stock: 'Stock' };

export function ImportPage() {
  const { about: named } = useParams({ from: '/guarded/import/$about' });
  const about = runSubjects.find((subject) => subject === named);
  return about ? <Import about={about} /> : <NotFound />;
}

function Import({ about }: { about: RunSubject }) {
  const navigate = useNavigate();
  const { mayImport } = useAccess();
  const sending = useRef<AbortController>(null);
  const [sent, setSent] = useState(0);
  const upload = useMutation({
    mutationFn: (file: File, { client }) => {
      sending.current = new AbortController();
      const { signal } = sending.current;
      setSent(0);
      return uploadFile({ id: newId(), about, file }, { client, signal, onSent: setSent });
    },
    onSuccess: (run) => void navigate({ to: '/runs/$runId', params: { runId: run.id } }),
  });
  const template = useMutation({ mutationFn: () => downloadTemplate(about) });
  const error = upload.error?.name === 'AbortError' ? template.error : (upload.error ?? template.error);
  useEffect(() => () => sending.current?.abort(), []);
  useNamedPage(`Import ${about}`);

  return (
    <>
      <UpLink to={`/${about}`}>{names[about]}</UpLink>
      <PageTitle
        title={`Import ${about}`}
        subtitle="From a CSV file. You see what it changes before anything is changed."
      />
      <RunSteps current="File" />
      <Card aria-label="File" className="shrink-0 p-6 max-md:p-4">
        {!mayImport(about) ? (
          <EmptyState
            title={`You cannot import ${about}`}
            text={
              about === 'stock'
                ? 'Your roles do not allow you to manage registers.'
                : `Your roles allow you neither to add nor to edit ${about}.`
            }
          />
        ) : (
          <>
            {upload.isPending ? (
              <Uploading file={upload.variables} sent={sent} onCancel={() => sending.current?.abort()} />
            ) : (
              <DropZone
                prompt="Drop a CSV file here"
                accept=".csv,.tsv,.txt,text/csv,text/plain"
                hint={`At most ${formatBytes(fileMaxBytes)} and ${formatNumber(runLinesMax)} rows. In Excel, save as “CSV UTF-8”. An export of the list can be imported again.`}
                error={error?.message ?? null}
                onFiles={([file]) => upload.mutate(file)}
              />
            )}
            <p className="mt-4 flex flex-wrap justify-center gap-x-6 gap-y-2">
              <Button
                variant="link"
                icon={<IconDownload size={18} aria-hidden="true" />}
                loading={template.isPending}
                onClick={() => template.mutate()}
              >
                Download a template
              </Button>
              <Link to="/imports" className={buttonClasses('link')}>
                Earlier imports and bulk changes
              </Link>
            </p>
          </>
        )}
      </Card>
    </>
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
