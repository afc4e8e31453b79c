import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { QueryView } from '../feedback/query-view.tsx';
import { CancelButton, Dialog } from './dialog.tsx';

export interface QueryDialogProps<Stored, Data, Key extends QueryKey> {
  query: UseQueryOptions<Stored, Error, Data, Key>;
  title: string;
  loading: string;
  onClose: () => void;
  children: (data: Data) => ReactNode;
}

export function QueryDialog<Stored, Data, Key extends QueryKey>({
  query,
  title,
  loading,
  onClose,
  children,
}: QueryDialogProps<Stored, Data, Key>) {
  const result = useQuery(query);
  if (result.data !== undefined) return children(result.data);
  return (
    <Dialog title={title} onClose={onClose} footer={<CancelButton />}>
      <QueryView query={result} loading={loading} className="py-8">
        {() => null}
      </QueryView>
    </Dialog>
  );
}
