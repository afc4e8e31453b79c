import { Card } from '../../components/display/card.tsx';
import { PageTitle } from '../../components/display/page-title.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { NoAccess } from '../../components/feedback/no-access.tsx';

/** What a page needs to be read; `staticData` of its route names it. */
export type PageNeed = keyof typeof areas | 'any role';

const areas = {
  'registers.read': { name: 'sales', what: 'what registers report' },
  'registers.manage': { name: 'imports of sales', what: 'imports of sales, or to make one' },
  'districts.read': { name: 'districts', what: 'districts' },
  'users.export': { name: 'the access list', what: 'files of users' },
  'audit.read': { name: 'the audit log', what: 'it' },
};

export function NoAccessPage({ title, needs }: { title: string; needs: PageNeed }) {
  return (
    <>
      <PageTitle title={title} />
      {needs === 'any role' ? (
        <NoAccess />
      ) : (
        <Card aria-label={title} className="shrink-0">
          <EmptyState
            art="refused"
            title={`No access to ${areas[needs].name}`}
            text={`Your roles do not allow you to read ${areas[needs].what}. Ask your administrator.`}
          />
        </Card>
      )}
    </>
  );
}
