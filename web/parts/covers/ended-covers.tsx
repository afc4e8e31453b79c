import { useQuery } from '@tanstack/react-query';
import { coversQuery } from './covers.api.ts';
import { nameCovers } from './describe-cover.ts';

/** 'Ends 1 cover: Mill Road until Sun, Nov 29, 11:59 PM.' What goes with a user; nothing without any. */
export function EndedCovers({ userId }: { userId: string }) {
  const { data = [] } = useQuery(coversQuery({ ended_with: userId }));
  return (
    data.length > 0 && (
      <p className="mt-2 font-medium text-ink wrap-anywhere">Ends {nameCovers(data, userId)}.</p>
    )
  );
}
