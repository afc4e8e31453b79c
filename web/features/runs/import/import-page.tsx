import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { type RunSubject, runSubjects } from '../../../../contract/runs.ts';
import { Button, buttonClasses } from '../../../components/button/button.tsx';
import { UpLink } from '../../../components/detail/up-link.tsx';
import { Card } from '../../../components/display/card.tsx';
import { PageTitle } from '../../../components/display/page-title.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { NotFound } from '../../../components/feedback/not-found.tsx';
import { CsvUpload } from '../../../components/form/csv-upload.tsx';
import { IconDownload } from '../../../components/icons/icons.ts';
import { useAccess } from '../../../lib/account/access.ts';
import { useNamedPage } from '../../../lib/browser/page-name.ts';
import { newId } from '../../../lib/form/new-id.ts';
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
  const template = useMutation({ mutationFn: () => downloadTemplate(about) });
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
            <CsvUpload
              hint="In Excel, save as “CSV UTF-8”. An export of the list can be imported again."
              error={template.error}
              send={async (file, context) => {
                const run = await uploadFile({ id: newId(), about, file }, context);
                void navigate({ to: '/runs/$runId', params: { runId: run.id } });
              }}
            />
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
