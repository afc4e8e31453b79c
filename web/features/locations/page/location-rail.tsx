import { useInfiniteQuery } from '@tanstack/react-query';
import { accessListQuery } from '../access-list/location-access.api.ts';
import { ManagersCard } from './managers-card.tsx';
import { TodoCard } from './todo-card.tsx';

export function LocationRail({ id, isClosed }: { id: string; isClosed: boolean }) {
  const { data } = useInfiniteQuery(accessListQuery(id, 'can_see', ''));
  const facts = data?.pages[0];
  return (
    <>
      <ManagersCard id={id} managers={facts?.managers} isClosed={isClosed} />
      <TodoCard id={id} waiting={facts?.waiting} />
    </>
  );
}
