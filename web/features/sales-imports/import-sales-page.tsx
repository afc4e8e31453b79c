import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { SalesImport, SalesImportKind } from '../../../contract/sales-imports.ts';
import { Button } from '../../components/button/button.tsx';
import { UpLink } from '../../components/detail/up-link.tsx';
import { Card } from '../../components/display/card.tsx';
import { PageTitle } from '../../components/display/page-title.tsx';
import { Panel } from '../../components/display/panel.tsx';
import { Steps } from '../../components/display/steps.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { SaveOutcome } from '../../components/feedback/save-outcome.tsx';
import { CsvUpload } from '../../components/form/csv-upload.tsx';
import { SelectField } from '../../components/form/select-field.tsx';
import { newId } from '../../lib/form/new-id.ts';
import { formatAgo, formatDate } from '../../lib/format/format-date.ts';
import { discardSalesImport, salesImportsQuery, uploadSales } from './sales-imports.api.ts';
import { importSteps, kindNames, resultOf } from './words.ts';

export function ImportSalesPage() {
  const navigate = useNavigate();
  const [about, setAbout] = useState<SalesImportKind>('closes');
  return (
    <>
      <UpLink to="/sales">Sales</UpLink>
      <PageTitle
        title="Import sales"
        subtitle="Daily closes or fuel costs from a CSV file. You see what it changes before anything is changed."
      />
      <Steps steps={importSteps} current="File" />
      <Card aria-label="File" className="shrink-0 p-6 max-md:p-4">
        <SelectField
          isLabeled
          label="What is in the file"
          className="mb-4 w-56 max-md:w-full"
          value={about}
          options={[
            { value: 'closes', label: kindNames.closes },
            { value: 'costs', label: kindNames.costs },
          ]}
          onChange={setAbout}
        />
        <CsvUpload
          hint="In Excel, save each sheet as “CSV UTF-8”."
          send={async (file, context) => {
            const { id } = await uploadSales({ id: newId(), about, file }, context);
            void navigate({ to: '/import/sales/$importId', params: { importId: id } });
          }}
        />
      </Card>
      <EarlierImports />
    </>
  );
}

function EarlierImports() {
  const query = useQuery(salesImportsQuery);
  return (
    <Panel
      isFlush
      title="Earlier imports"
      description="An import is undone here. Withdrawing register files does not touch it."
      className="mt-4 shrink-0"
    >
      <QueryView
        query={query}
        loading="Loading the imports..."
        empty={<p className="px-6 py-4 text-ink-soft max-md:px-4">No file of sales was chosen yet.</p>}
      >
        {(imports) => (
          <ul aria-label="Earlier imports">
            {imports.map((one) => (
              <EarlierImport key={one.id} one={one} />
            ))}
          </ul>
        )}
      </QueryView>
    </Panel>
  );
}

function EarlierImport({ one }: { one: SalesImport }) {
  const { id, name, about, state, created_at, created_by } = one;
  const discard = useMutation({ mutationFn: (_: undefined, context) => discardSalesImport(id, context) });
  return (
    <li
      data-row={id}
      className="relative grid items-center gap-x-6 border-b border-line px-6 py-2 last:border-b-0 hover:bg-row-hover has-active:bg-line max-md:grid-cols-[minmax(0,1fr)_auto] max-md:px-4 max-md:py-3 md:min-h-12 md:grid-cols-[minmax(0,2fr)_minmax(0,2fr)_10rem_4.5rem]"
    >
      <div className="min-w-0 max-md:col-span-2">
        <Link
          to="/import/sales/$importId"
          params={{ importId: id }}
          className="block truncate rounded-badge font-semibold after:absolute after:inset-0"
        >
          {name}
        </Link>
        <p className="truncate text-small text-ink-soft">{kindNames[about]}</p>
      </div>
      <p className="text-small text-ink-soft max-md:col-span-2">{resultOf(one)}</p>
      <p className="min-w-0 text-small text-ink-soft">
        <time dateTime={created_at} data-tooltip={formatDate(created_at)}>
          {formatAgo(created_at)}
        </time>
        <span className="block truncate">by {created_by}</span>
      </p>
      <span className="relative z-1 text-right">
        {state === 'new' && (
          <Button
            variant="link"
            aria-label={`Discard ${name}`}
            disabled={discard.isPending}
            onClick={() => discard.mutate(undefined)}
          >
            Discard
          </Button>
        )}
      </span>
      <SaveOutcome save={discard} failed="Failed to discard" className="relative z-1 col-span-full mt-2" />
    </li>
  );
}
