import { Card } from '../../components/display/card.tsx';
import { PageTitle } from '../../components/display/page-title.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';

/** What a page needs to be read; `staticData` of its route names it. */
export type PageNeed = keyof typeof areas;

const areas = {
  'registers.read': { name: 'sales', what: 'what registers report' },
  'audit.read': { name: 'the audit log', what: 'it' },
};

export function NoAccessPage({ title, needs }: { title: string; needs: PageNeed }) {
  const { name, what } = areas[needs];
  return (
    <>
      <PageTitle title={title} />
      <Card aria-label={title} className="shrink-0">
        <EmptyState
          art="refused"
          title={`No access to ${name}`}
          text={`Your roles do not allow you to read ${what}. Ask your administrator.`}
        />
      </Card>
    </>
  );
}
