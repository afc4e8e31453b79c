import type { ReactNode } from 'react';
import { QueryView, type ViewedQuery } from '../feedback/query-view.tsx';
import { CancelButton, Dialog } from './dialog.tsx';

export interface QueryDialogProps<Data> {
  query: ViewedQuery<Data>;
  title: string;
  loading: string;
  onClose: () => void;
  children: (data: Data) => ReactNode;
}

export function QueryDialog<Data>({ query, title, loading, onClose, children }: QueryDialogProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  return (
    <Dialog title={title} onClose={onClose} footer={<CancelButton />}>
      <QueryView query={query} loading={loading} className="py-8">
        {() => null}
      </QueryView>
    </Dialog>
  );
}
