import { Card } from '../../components/display/card.tsx';
import { PageTitle } from '../../components/display/page-title.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';

export function NoSalesAccess({ title }: { title: string }) {
  return (
    <>
      <PageTitle title={title} />
      <Card aria-label={title} className="shrink-0">
        <EmptyState
          art="refused"
          title="No access to sales"
          text="Your roles do not allow you to read what registers report. Ask your administrator."
        />
      </Card>
    </>
  );
}
