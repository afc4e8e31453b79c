import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { fileMaxBytes, runLinesMax } from '../../../contract/fields/limits.ts';
import type { SalesImport, SalesImportKind } from '../../../contract/sales-imports.ts';
import { buttonClasses } from '../../components/button/button.tsx';
import { UpLink } from '../../components/detail/up-link.tsx';
import { Card } from '../../components/display/card.tsx';
import { PageTitle } from '../../components/display/page-title.tsx';
import { Panel } from '../../components/display/panel.tsx';
import { Steps } from '../../components/display/steps.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { DropZone } from '../../components/form/drop-zone.tsx';
import { SelectField } from '../../components/form/select-field.tsx';
import { newId } from '../../lib/form/new-id.ts';
import { formatAgo, formatDate } from '../../lib/format/format-date.ts';
import { formatBytes, formatNumber } from '../../lib/format/format-number.ts';
import { registersQuery } from '../registers/registers.api.ts';
import { salesImportsQuery, uploadSales } from './sales-imports.api.ts';
import { importSteps, kindNames, resultOf } from './words.ts';

export function ImportSalesPage() {
  const registers = useQuery(registersQuery());
  return (
    <>
      <UpLink to="/sales">Sales</UpLink>
      <PageTitle
        title="Import sales"
        subtitle="Daily closes or fuel costs from a CSV file. You see what it changes before anything is changed."
      />
      <Steps steps={importSteps} current="File" />
      <Card aria-label="File" className="shrink-0 p-6 max-md:p-4">
        <QueryView query={registers} loading="Loading the register connections...">
          {(registers) => <FileStep registers={registers.filter(({ is_manageable }) => is_manageable)} />}
        </QueryView>
      </Card>
      <EarlierImports />
    </>
  );
}

function FileStep({ registers }: { registers: readonly { id: string; name: string }[] }) {
  const navigate = useNavigate();
  const [about, setAbout] = useState<SalesImportKind>('closes');
  const [chosen, setChosen] = useState<string>();
  const register = about === 'closes' ? (chosen ?? registers[0]?.id) : undefined;
  const upload = useMutation({
    mutationFn: (file: File, { client }) => uploadSales({ id: newId(), about, register, file }, { client }),
    onSuccess: ({ id }) => void navigate({ to: '/import/sales/$importId', params: { importId: id } }),
  });
  const isWithout = about === 'closes' && registers.length === 0;
  return (
    <>
      <div className="mb-4 flex flex-wrap gap-4">
        <SelectField
          isLabeled
          label="What is in the file"
          className="w-56 max-md:w-full"
          value={about}
          disabled={upload.isPending}
          options={[
            { value: 'closes', label: kindNames.closes },
            { value: 'costs', label: kindNames.costs },
          ]}
          onChange={setAbout}
        />
        {about === 'closes' && registers.length > 0 && (
          <SelectField
            isLabeled
            label="Register connection of its locations"
            className="w-72 max-md:w-full"
            value={register ?? ''}
            disabled={upload.isPending}
            options={registers.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={setChosen}
          />
        )}
      </div>
      {isWithout ? (
        <EmptyState
          title="No register connection yet"
          text="Daily closes belong to a register connection, which says whose locations they are. Connect one in Settings; its key need not be used."
          action={
            <Link to="/settings" search={{ tab: 'registers' }} className={buttonClasses('primary')}>
              Connect a register
            </Link>
          }
        />
      ) : upload.isPending ? (
        <div className="mx-auto flex min-h-72 max-w-md flex-col justify-center gap-3">
          <p role="status" className="font-semibold wrap-anywhere">
            Reading {upload.variables.name} ({formatBytes(upload.variables.size)})
          </p>
          <progress aria-label="Reading the file" className="progress" />
        </div>
      ) : (
        <DropZone
          prompt="Drop a CSV file here"
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          hint={`At most ${formatBytes(fileMaxBytes)} and ${formatNumber(runLinesMax)} rows. In Excel, save each sheet as “CSV UTF-8”.`}
          error={upload.error?.message ?? null}
          onFiles={([file]) => upload.mutate(file)}
        />
      )}
    </>
  );
}

function EarlierImports() {
  const query = useQuery(salesImportsQuery);
  return (
    <Panel isFlush title="Earlier imports" className="mt-4 shrink-0">
      <QueryView
        query={query}
        loading="Loading the imports..."
        empty={<p className="px-6 py-4 text-ink-soft max-md:px-4">No file of sales was imported yet.</p>}
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
  const { id, name, about, register, created_at, created_by } = one;
  return (
    <li className="relative grid items-center gap-x-6 border-b border-line px-6 py-2 last:border-b-0 hover:bg-row-hover has-active:bg-line max-md:px-4 max-md:py-3 md:min-h-12 md:grid-cols-[minmax(0,2fr)_minmax(0,2fr)_10rem]">
      <div className="min-w-0">
        <Link
          to="/import/sales/$importId"
          params={{ importId: id }}
          className="block truncate rounded-badge font-semibold after:absolute after:inset-0"
        >
          {name}
        </Link>
        <p className="truncate text-small text-ink-soft">
          {[kindNames[about], register?.name].filter(Boolean).join(' · ')}
        </p>
      </div>
      <p className="text-small text-ink-soft">{resultOf(one)}</p>
      <p className="min-w-0 text-small text-ink-soft">
        <time dateTime={created_at} data-tooltip={formatDate(created_at)}>
          {formatAgo(created_at)}
        </time>
        <span className="block truncate">by {created_by}</span>
      </p>
    </li>
  );
}
