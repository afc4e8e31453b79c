import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Panel } from '../components/display/panel.tsx';
import { recentAuditQuery } from '../features/audit/audit.api.ts';
import { EntriesAbout } from '../features/audit/entries-about.tsx';
import { UserPage } from '../features/users/page/user-page.tsx';
import { useAccess } from '../lib/account/access.ts';

const entriesShown = 10;

export function User() {
  const { userId: user } = useParams({ from: '/guarded/users/$userId' });
  const mayRead = useAccess().hasPermission('audit.read');
  // Requested together with the rest of the page, before the card is drawn.
  useQuery({ ...recentAuditQuery({ user }, entriesShown), enabled: mayRead });
  const history = (
    <Panel isFlush title="History" className="print:hidden">
      <EntriesAbout key={user} filters={{ user }} count={entriesShown} />
    </Panel>
  );
  return <UserPage history={mayRead && history} />;
}
