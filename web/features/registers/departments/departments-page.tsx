import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Department, type DepartmentKind, departmentKinds } from '../../../../contract/departments.ts';
import { Button } from '../../../components/button/button.tsx';
import { UpLink } from '../../../components/detail/up-link.tsx';
import { FeedPage } from '../../../components/feed-page/feed-page.tsx';
import { SaveOutcome } from '../../../components/feedback/save-outcome.tsx';
import { SelectField } from '../../../components/form/select-field.tsx';
import { useAccess } from '../../../lib/account/access.ts';
import { formatMoney } from '../../../lib/format/format-money.ts';
import { countOf } from '../../../lib/format/format-number.ts';
import { type ChainDecision, decideDepartment, departmentsQuery } from '../registers.api.ts';
import { basisNames, kindNames } from '../words.ts';

/** What the sales of a department are, decided once for all connections and spreadsheets with its code and name. */
export function DepartmentsPage() {
  const query = useQuery(departmentsQuery);
  const save = useMutation({ mutationFn: (body: ChainDecision, context) => decideDepartment(body, context) });
  const pending = query.data?.pending_days ?? 0;
  const mayManage = useAccess().hasPermission('registers.manage');
  return (
    <>
      <UpLink to="/settings" search={{ tab: 'registers' }}>
        Registers
      </UpLink>
      <FeedPage
        title="Departments"
        subtitle="Merchandise and fuel are revenue. Excluded departments pass money through, such as lottery and gift cards."
        above={
          <>
            <SaveOutcome save={save} failed="Failed to change the department" className="mb-4" />
            {!mayManage && (
              <p className="mb-4 text-small text-ink-soft">Only users who manage registers change kinds.</p>
            )}
            {pending > 0 && (
              <p role="status" className="mb-4 text-small text-ink-soft">
                {countOf(pending, 'day')} to recalculate. Sales show the former kinds until then.
              </p>
            )}
          </>
        }
        query={query}
        rows={query.data?.departments}
        loading="Loading departments..."
        empty={{
          title: 'No departments yet',
          text: 'The departments that register files and spreadsheets name will appear here.',
        }}
      >
        {(departments) => (
          <ul aria-label="Departments">
            {departments.map((department) => (
              <DepartmentRow
                key={`${department.code} ${department.name}`}
                department={department}
                isBusy={save.isPending}
                isElsewhere={mayManage && !department.is_manageable}
                onDecide={({ code, name }, kind) => save.mutate({ code, name, kind })}
              />
            ))}
          </ul>
        )}
      </FeedPage>
    </>
  );
}

interface DepartmentRowProps {
  department: Department;
  isBusy: boolean;
  /** Why it cannot be changed, although registers are managed. */
  isElsewhere: boolean;
  onDecide: (department: Department, kind: DepartmentKind) => void;
}

function DepartmentRow({ department, isBusy, isElsewhere, onDecide }: DepartmentRowProps) {
  const { code, name, kind, counts, differing, amount, is_manageable } = department;
  const [most] = counts;
  const open = kind === null && most ? most : null;
  const shown = name ?? `Code ${code}`;
  const options = [
    ...(open
      ? [{ value: '' as const, label: `${kindNames[open.kind]} (${basisNames[open.basis].toLowerCase()})` }]
      : []),
    ...departmentKinds.map((one) => ({ value: one, label: kindNames[one] })),
  ];
  return (
    <li className="grid min-h-14 grid-cols-[minmax(0,1fr)_8rem_11rem_14rem] items-center gap-x-6 gap-y-1 border-b border-line px-6 py-2 last:border-b-0 max-md:grid-cols-[minmax(0,1fr)_auto] max-md:px-4 max-md:py-3">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{name ?? 'No name'}</p>
        <p className="text-small text-ink-soft">
          {[
            `Code ${code}`,
            counts.length > 1 ? counts.map(describeCount).join(', ') : registersOf(most),
          ].join(' · ')}
        </p>
        {isElsewhere && (
          <p className="text-small text-ink-soft">
            Also at locations that you do not see: users who manage registers of all of them decide.
          </p>
        )}
        {differing.length > 0 && (
          <p className="text-small wrap-anywhere text-ink-soft">
            {'Decided apart: '}
            {differing.map(({ id, name, kind }, at) => (
              <span key={id}>
                {at > 0 && ', '}
                <Link
                  to="/settings"
                  search={{ tab: 'registers', dialog: 'departments', id }}
                  className="underline"
                >
                  {name}
                </Link>{' '}
                ({kindNames[kind]})
              </span>
            ))}
          </p>
        )}
      </div>
      <div className="text-right tabular-nums">
        {formatMoney(amount)}
        <span className="block text-small text-ink-soft">Last 28 days</span>
      </div>
      <div className="md:text-right max-md:order-1 max-md:col-span-2">
        {open && is_manageable && (
          <Button
            variant="link"
            disabled={isBusy}
            aria-label={`Keep as ${kindNames[open.kind].toLowerCase()}: ${shown}`}
            onClick={({ currentTarget }) => {
              // The button goes with the decision.
              currentTarget.closest('li')?.querySelector('select')?.focus();
              onDecide(department, open.kind);
            }}
          >
            Keep as {kindNames[open.kind].toLowerCase()}
          </Button>
        )}
      </div>
      <SelectField
        className="max-md:col-span-2"
        label={`Kind of ${shown}`}
        value={kind ?? ''}
        options={options}
        disabled={!is_manageable}
        onChange={(kind) => kind !== '' && onDecide(department, kind)}
      />
    </li>
  );
}

function registersOf(count: Department['counts'][number] | undefined): string {
  const registers = count?.registers ?? 0;
  return registers === 0 ? 'spreadsheets' : countOf(registers, 'register');
}

function describeCount(count: Department['counts'][number]): string {
  return `${kindNames[count.kind]} ${count.registers === 0 ? 'in' : 'at'} ${registersOf(count)}`;
}
