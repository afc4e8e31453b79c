import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { buttonClasses } from '../../components/button/button.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { useAccess } from '../../lib/account/access.ts';
import { recentAuditQuery } from '../../lib/list/last-actor.ts';
import { EntryDays } from './entry-days.tsx';

interface EntriesAboutProps {
  filters: { user: string } | { location: string; only: 'changes' };
  count: number;
}

/**
 * The newest entries about a user or a location, which are requested together with the rest of its page; false for those
 * who may not read them.
 */
export function useHistory(filters: EntriesAboutProps['filters'], count: number) {
  const mayRead = useAccess().hasPermission('audit.read');
  useQuery({ ...recentAuditQuery(filters, count), enabled: mayRead });
  return mayRead && <EntriesAbout key={JSON.stringify(filters)} filters={filters} count={count} />;
}

function EntriesAbout({ filters, count }: EntriesAboutProps) {
  const query = useQuery(recentAuditQuery(filters, count));
  const navigate = useNavigate();
  return (
    <QueryView
      query={query}
      loading="Loading the history..."
      empty={<p className="px-6 py-8 text-center text-ink-soft">Nothing has happened yet</p>}
    >
      {(entries) => (
        <>
          <EntryDays
            entries={entries}
            isBusy={query.isFetching}
            onUser={(user) => void navigate({ to: '/audit', search: { user } })}
          />
          <p className="flex min-h-13 items-center border-t border-line px-6 max-md:px-4">
            <Link to="/audit" search={filters} className={buttonClasses('link')}>
              Open in Audit
            </Link>
          </p>
        </>
      )}
    </QueryView>
  );
}
