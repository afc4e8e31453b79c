import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useRef } from 'react';
import type { DepartmentKind, Held } from '../../../../contract/departments.ts';
import { Button, buttonClasses } from '../../../components/button/button.tsx';
import { SaveOutcome } from '../../../components/feedback/save-outcome.tsx';
import { useAccess } from '../../../lib/account/access.ts';
import { classes } from '../../../lib/browser/classes.ts';
import { formatMoney } from '../../../lib/format/format-money.ts';
import { countOf } from '../../../lib/format/format-number.ts';
import { type ChainDecision, decideDepartment } from '../registers.api.ts';

type Part = NonNullable<Held[keyof Held]>;

/** What a sum holds that nobody decided about, a line each. Nothing when all of it is decided. */
export function HeldMoney({ held, className }: { held: Held; className?: string }) {
  const save = useMutation({ mutationFn: (body: ChainDecision, context) => decideDepartment(body, context) });
  const lines = useRef<HTMLDivElement>(null);
  const { hasPermission } = useAccess();
  const mayDecide = hasPermission('registers.manage') && hasPermission('locations.all');
  const { undecided, proposed_excluded, proposed_fuel } = held;
  if (!undecided && !proposed_excluded && !proposed_fuel) return null;
  const proposed = (part: Part, kind: DepartmentKind, verb: string) => {
    const [only] = part.departments;
    if (!mayDecide || part.count > 1 || !only) return <DepartmentsLink />;
    const decide = (as: DepartmentKind) => {
      // The line goes with the decision.
      lines.current?.focus({ preventScroll: true });
      save.mutate({ ...only, kind: as });
    };
    const name = nameOf(only);
    return (
      <span className="inline-flex flex-wrap gap-x-3 print:hidden">
        <Button
          variant="link"
          disabled={save.isPending}
          aria-label={`Count as merchandise: ${name}`}
          onClick={() => decide('merchandise')}
        >
          Count as merchandise
        </Button>
        <Button
          variant="link"
          disabled={save.isPending}
          aria-label={`${verb}: ${name}`}
          onClick={() => decide(kind)}
        >
          {verb}
        </Button>
      </span>
    );
  };
  return (
    <div
      ref={lines}
      tabIndex={-1}
      className={classes('flex flex-col gap-y-1 text-small text-amber-ink', className)}
    >
      {proposed_excluded && (
        <Line
          text={`Leaves out ${formatMoney(proposed_excluded.amount)} of ${describe(proposed_excluded)} (proposed)`}
        >
          {proposed(proposed_excluded, 'excluded', 'Exclude')}
        </Line>
      )}
      {proposed_fuel && (
        <Line
          text={`Counts ${formatMoney(proposed_fuel.amount)} of ${describe(proposed_fuel)} as fuel (proposed)`}
        >
          {proposed(proposed_fuel, 'fuel', 'Count as fuel')}
        </Line>
      )}
      {undecided && (
        <Line
          text={`Includes ${formatMoney(undecided.amount)} of ${describe(undecided)} that nobody has decided about`}
        >
          <DepartmentsLink />
        </Line>
      )}
      <SaveOutcome save={save} failed="Failed to change the department" />
    </div>
  );
}

function Line({ text, children }: { text: string; children: ReactNode }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-3">
      <span className="wrap-anywhere">{text}</span>
      {children}
    </p>
  );
}

function DepartmentsLink() {
  return (
    <Link to="/settings/departments" className={classes(buttonClasses('link'), 'print:hidden')}>
      Departments
    </Link>
  );
}

function describe({ count, departments }: Part): string {
  return count > departments.length ? countOf(count, 'department') : departments.map(nameOf).join(', ');
}

function nameOf({ code, name }: Part['departments'][number]): string {
  return name ?? `code ${code}`;
}
