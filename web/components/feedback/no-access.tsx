import { noAccessMessage } from '../../../contract/http/errors.ts';
import { useAuth } from '../../lib/account/auth-store.ts';
import { Alert } from './alert.tsx';

export function NoAccess() {
  const helper = useAuth().profile?.helper;
  return (
    <Alert tone="info">
      {noAccessMessage}
      {helper && (
        <>
          {' '}
          {helper.name} can help:{' '}
          <a href={`mailto:${helper.email}`} className="underline">
            {helper.email}
          </a>
        </>
      )}
    </Alert>
  );
}
