import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Button } from '../../../../components/button/button.tsx';
import { useIsOutageShown } from '../../../../components/feedback/outage.ts';
import { lazyDialog } from '../../../../components/loading/lazy-dialog.tsx';
import { countOf } from '../../../../lib/format/format-number.ts';
import { userSessionsQuery } from '../../account/user-sessions.api.ts';
import { RailLine } from './rail-line.tsx';

const UserSessionsDialog = lazyDialog(
  () => import('../../account/user-sessions-dialog.tsx'),
  'UserSessionsDialog',
);

export function DevicesLine({ id }: { id: string }) {
  const { data, error } = useQuery(userSessionsQuery(id));
  const [isOpen, setOpen] = useState(false);
  const isOutage = useIsOutageShown();
  return (
    <>
      <RailLine label="Devices">
        {data?.length === 0 && 'Not signed in'}
        {data && data.length > 0 && (
          <Button variant="link" onClick={() => setOpen(true)}>
            {countOf(data.length, 'device')}
          </Button>
        )}
        {!data && !isOutage && error?.message}
      </RailLine>
      <Suspense>{isOpen && <UserSessionsDialog id={id} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
