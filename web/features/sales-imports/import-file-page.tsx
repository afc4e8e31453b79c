import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { SalesImport } from '../../../contract/sales-imports.ts';
import { Button, buttonClasses } from '../../components/button/button.tsx';
import { UpLink } from '../../components/detail/up-link.tsx';
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx';
import { Card } from '../../components/display/card.tsx';
import { PageTitle } from '../../components/display/page-title.tsx';
import { Steps } from '../../components/display/steps.tsx';
import { NotFound } from '../../components/feedback/not-found.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { SaveOutcome } from '../../components/feedback/save-outcome.tsx';
import { IconDownload } from '../../components/icons/icons.ts';
import { formatDate } from '../../lib/format/format-date.ts';
import { countOf } from '../../lib/format/format-number.ts';
import { ColumnsForm } from './columns-form.tsx';
import { LeftOutRows, PreviewCard } from './preview-card.tsx';
import {
  applySalesImport,
  downloadLeftOut,
  previewSalesImport,
  salesImportQuery,
  undoSalesImport,
} from './sales-imports.api.ts';
import { importSteps, kindNames, resultOf, rowsOf } from './words.ts';

export function ImportFilePage() {
  const { importId } = useParams({ from: '/guarded/import/sales/$importId' });
  const query = useQuery(salesImportQuery(importId));
  return (
    <>
      <UpLink to="/import/sales">Import sales</UpLink>
      <QueryView query={query} loading="Loading the import..." refused={() => <NotFound />}>
        {(found) => (
          <>
            <PageTitle
              title={found.name}
              subtitle={`${kindNames[found.about]} · ${countOf(found.rows, 'row')}`}
            />
            {found.state === 'new' ? <NewImport found={found} /> : <DoneImport found={found} />}
          </>
        )}
      </QueryView>
    </>
  );
}

function NewImport({ found }: { found: SalesImport }) {
  const { id, about } = found;
  const [options, setOptions] = useState(found.options);
  const preview = useMutation({ mutationFn: () => previewSalesImport(id, options, {}) });
  const apply = useMutation({
    mutationFn: (_: undefined, context) => applySalesImport(id, options, context),
  });
  const { counts } = preview.data ?? {};
  const changing = counts ? counts.new + counts.changed + counts.not_counted : 0;
  return (
    <>
      <Steps steps={importSteps} current={preview.data ? 'Check' : 'Columns'} />
      <ColumnsForm
        found={found}
        options={options}
        isBusy={preview.isPending || apply.isPending}
        error={preview.error}
        onChange={(changes) => {
          // What is shown is always of these columns.
          preview.reset();
          setOptions((now) => ({ ...now, ...changes }));
        }}
        onPreview={() => preview.mutate()}
      />
      {preview.data && (
        <PreviewCard about={about} preview={preview.data}>
          <SaveOutcome save={apply} failed="Failed to import the file" className="basis-full!" />
          <Button
            className="max-md:flex-auto"
            disabled={changing === 0}
            loading={apply.isPending}
            loadingLabel="Importing..."
            onClick={() => apply.mutate(undefined)}
          >
            {changing === 0 ? 'Nothing to import' : `Import ${rowsOf(about, changing)}`}
          </Button>
        </PreviewCard>
      )}
    </>
  );
}

function DoneImport({ found }: { found: SalesImport }) {
  const { id, name, state, created_at, created_by, left_out, left_out_count } = found;
  const [isOpen, setOpen] = useState(false);
  const download = useMutation({ mutationFn: () => downloadLeftOut(id) });
  return (
    <>
      <Steps steps={importSteps} current="Done" />
      <Card aria-label="Result" className="shrink-0 p-6 max-md:p-4">
        <p role="status" className="font-semibold">
          {resultOf(found)}
        </p>
        <p className="mt-1 text-ink-soft">
          Imported by {created_by} from a file of {formatDate(created_at)}.
        </p>
        <p className="mt-4 flex flex-wrap gap-2">
          <Link to="/sales" className={buttonClasses('primary')}>
            Sales
          </Link>
          <Link to="/import/sales" className={buttonClasses('secondary')}>
            Import another file
          </Link>
          {state === 'applied' && (
            <Button variant="secondary" onClick={() => setOpen(true)}>
              Undo
            </Button>
          )}
        </p>
      </Card>
      {state === 'applied' && left_out_count > 0 && (
        <Card aria-label="Not imported" className="mt-4 shrink-0">
          <LeftOutRows title="of the file not imported" rows={left_out} count={left_out_count}>
            <SaveOutcome save={download} failed="Failed to download the rows" className="mt-2" />
            <Button
              variant="secondary"
              className="mt-3"
              icon={<IconDownload size={18} aria-hidden="true" />}
              loading={download.isPending}
              onClick={() => download.mutate()}
            >
              Rows to fix (CSV)
            </Button>
          </LeftOutRows>
        </Card>
      )}
      {isOpen && (
        <ConfirmDialog
          title="Undo the Import"
          confirmLabel="Undo"
          busyLabel="Undoing..."
          act={(context) => undoSalesImport(id, context)}
          onClose={() => setOpen(false)}
        >
          What was there before “{name}” is brought back. What somebody changed since stays.
        </ConfirmDialog>
      )}
    </>
  );
}
