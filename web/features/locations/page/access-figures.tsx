import type { Answer } from '../../../../contract/http/endpoint.ts';
import type { listLocationUsers } from '../../../../contract/location-access.ts';
import { Button } from '../../../components/button/button.tsx';
import { RailCard } from '../../../components/detail/rail-card.tsx';
import { useAccess } from '../../../lib/account/access.ts';
import { usePageSearch } from '../../../lib/address/page-search.ts';
import { classes } from '../../../lib/browser/classes.ts';
import { formatNumber } from '../../../lib/format/format-number.ts';

export interface AccessFiguresProps {
  /** Undefined while they are loading. */
  facts: Answer<typeof listLocationUsers> | undefined;
  isClosed: boolean;
}

/**
 * How many users can see the location, cannot see it yet, and manage it. An open location without a manager needs
 * one.
 */
export function AccessFigures({ facts, isClosed }: AccessFiguresProps) {
  const { openDialog } = usePageSearch();
  const mayAssign = useAccess().mayAct('assignLocations');
  const lacksManager = facts?.managers === 0 && !isClosed;
  return (
    <RailCard title="Access">
      <dl className="grid grid-cols-3 gap-3">
        <Figure label="Can see it" value={facts && facts.can_see + facts.hidden_count} />
        <Figure label="Not yet" value={facts?.cannot_see} />
        <Figure label="Managers" value={facts?.managers} isBad={lacksManager} />
      </dl>
      <div className="mt-2 min-h-5 text-small">
        {lacksManager && mayAssign && (
          <Button variant="link" onClick={() => openDialog('assign')}>
            Assign a manager
          </Button>
        )}
        {lacksManager && !mayAssign && <p className="text-bad">No manager is assigned.</p>}
      </div>
    </RailCard>
  );
}

interface FigureProps {
  label: string;
  value: number | undefined;
  isBad?: boolean;
}

function Figure({ label, value, isBad = false }: FigureProps) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-small text-ink-soft">{label}</dt>
      <dd className={classes('min-h-7 font-sign text-heading font-semibold', isBad && 'text-bad')}>
        {value !== undefined && formatNumber(value)}
      </dd>
    </div>
  );
}
