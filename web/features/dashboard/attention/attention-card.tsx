import { useQuery } from '@tanstack/react-query';
import type { Attention } from '../../../../contract/dashboard.ts';
import { EmptyArt } from '../../../components/feedback/empty-art.tsx';
import { IconCircleCheck } from '../../../components/icons/icons.ts';
import { classes } from '../../../lib/browser/classes.ts';
import { attentionQuery } from '../dashboard.api.ts';
import { DashboardCard } from '../parts/dashboard-card.tsx';
import { SkeletonRows } from '../parts/skeleton-rows.tsx';
import { AttentionRow } from './attention-row.tsx';
import { attentionTexts } from './attention-texts.ts';

export function AttentionCard({ possible, className }: { possible: number; className: string }) {
  return (
    <DashboardCard
      title="Needs attention"
      query={useQuery(attentionQuery)}
      className={classes(heights[possible], 'lg:min-h-89', className)}
      skeleton={<SkeletonRows count={possible} className="h-11 max-md:h-12" />}
    >
      {(checks) => <Checks checks={checks} />}
    </DashboardCard>
  );
}

/** The height of the header and a row per check. The card keeps it when checks find nothing. */
const heights = ['', 'min-h-24', 'min-h-36', 'min-h-48', 'min-h-60', 'min-h-72', 'min-h-84', 'min-h-96'];

function Checks({ checks }: { checks: readonly Attention[] }) {
  const open = checks.filter(({ count }) => count > 0);
  const clear = checks.filter(({ count }) => count === 0);
  if (open.length === 0) return <AllClear checks={clear} />;
  return (
    <>
      <ul>
        {open.map((attention) => (
          <AttentionRow key={attention.check} {...attention} />
        ))}
      </ul>
      {clear.length > 0 && (
        <p className="flex min-h-11 shrink-0 items-center gap-3 px-5 text-ink-soft max-md:px-4 max-md:py-2 md:h-11">
          <IconCircleCheck size={18} className="shrink-0 text-good" aria-hidden="true" />
          <span className="leading-5 md:line-clamp-2">{describeClear(clear)}</span>
        </p>
      )}
    </>
  );
}

function AllClear({ checks }: { checks: readonly Attention[] }) {
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-1 px-5 py-4 text-center">
      <EmptyArt kind="none" />
      <p className="mt-2 font-sign text-subheading font-semibold">All clear</p>
      <p className="max-w-md text-small text-ink-soft">{describeClear(checks)}</p>
    </div>
  );
}

function describeClear(checks: readonly Attention[]) {
  const names = checks.map(({ check }) => attentionTexts[check].clear).join(', ');
  return checks.length === 1 ? `1 check is clear: ${names}` : `${checks.length} checks are clear: ${names}`;
}
