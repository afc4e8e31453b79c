import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { type MouseEvent, Suspense, useEffect, useState } from 'react';
import { kindOf } from '../../../contract/notifications/notification-kinds.ts';
import { notificationReason, notificationText } from '../../../contract/notifications/notification-words.ts';
import type { Notification } from '../../../contract/notifications/notifications.ts';
import { Button } from '../../components/button/button.tsx';
import { IconButton } from '../../components/button/icon-button.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { SaveOutcome } from '../../components/feedback/save-outcome.tsx';
import { ShowMore } from '../../components/feedback/show-more.tsx';
import { IconCheck, IconCircleDashed } from '../../components/icons/icons.ts';
import { lazyDialog } from '../../components/loading/lazy-dialog.tsx';
import { Popover } from '../../components/overlay/popover.tsx';
import type { OpenPopup } from '../../lib/browser/popup.ts';
import { dayTitle, formatAgo, toDay } from '../../lib/format/format-date.ts';
import { markAllRead, markRead, markSeen, notificationsQuery } from './notifications.api.ts';
import { RunAct } from './run-act.tsx';

const ExtendCoverDialog = lazyDialog(
  () => import('../../parts/covers/cover-dialogs.tsx'),
  'ExtendCoverDialog',
);

export function NotificationsPopover({ popup }: { popup: OpenPopup }) {
  const query = useInfiniteQuery(notificationsQuery);
  const client = useQueryClient();
  const read = useMutation({
    mutationFn: (input: Parameters<typeof markRead>[0]) => markRead(input, { client }),
  });
  const readAll = useMutation({ mutationFn: (until: string) => markAllRead(until, { client }) });
  const { shown, waiting, newest, showAll } = useStillRows(query.data ?? none);
  const until = newest?.last_at;
  const isUnseen = newest?.is_seen === false;
  useEffect(() => {
    // The badge stays when this fails, and the next opening tries again.
    if (until !== undefined && isUnseen) markSeen(until, { client }).catch(() => {});
  }, [until, isUnseen, client]);
  const isAllRead = shown.every((row) => row.is_read);
  const failed = read.error ? read : readAll;

  return (
    <Popover title="Notifications" popup={popup}>
      <div className="relative w-[min(26rem,calc(100vw-3rem))]">
        {waiting > 0 && (
          // Beside the title, where it moves nothing.
          <div className="absolute right-0 bottom-full">
            <Button variant="link" onClick={showAll}>
              Show {waiting} new
            </Button>
          </div>
        )}
        <div className="mt-1 mb-2 flex min-h-9 items-center justify-between gap-3">
          <Button
            variant="link"
            disabled={isAllRead || until === undefined}
            loading={readAll.isPending}
            onClick={() => until !== undefined && readAll.mutate(until)}
          >
            Mark all read
          </Button>
          <Link
            to="/profile"
            hash="notifications"
            onClick={popup.close}
            className="rounded-control py-2 font-semibold text-petrol hover:underline"
          >
            Choose what you get
          </Link>
        </div>
        <SaveOutcome save={failed} failed="Failed to mark the notification" className="mb-2" />
        <div
          className="-mx-3.5 max-h-[60dvh] overflow-y-auto border-t border-line"
          aria-busy={query.isFetching}
        >
          <QueryView
            query={query}
            loading="Loading notifications..."
            className="py-6"
            empty={<p className="px-3.5 py-6 text-center text-ink-soft">Nothing new</p>}
          >
            {() =>
              [...Map.groupBy(shown, (row) => toDay(new Date(row.last_at)))].map(([day, rows]) => (
                <section key={day} aria-labelledby={`notifications-${day}`}>
                  <h3
                    id={`notifications-${day}`}
                    className="border-b border-line bg-surface-raised px-3.5 py-1.5 text-badge font-semibold text-ink-soft"
                  >
                    {dayTitle(day)}
                  </h3>
                  <ul aria-labelledby={`notifications-${day}`}>
                    {rows.map((row) => (
                      <Row
                        key={row.id}
                        row={row}
                        close={popup.close}
                        onRead={(is_read) => read.mutate({ id: row.id, is_read })}
                      />
                    ))}
                  </ul>
                </section>
              ))
            }
          </QueryView>
          {query.data && query.data.length > 0 && <ShowMore query={query} label="Show older" />}
        </div>
      </div>
    </Popover>
  );
}

const none: readonly Notification[] = [];

interface RowProps {
  row: Notification;
  close: () => void;
  onRead: (isRead: boolean) => void;
}

function Row({ row, close, onRead }: RowProps) {
  const router = useRouter();
  const text = notificationText(row);
  const { path, is_read } = row;
  const [, runId] = (row.details.state !== 'planned' && path?.match(/^\/runs\/(.+)$/)) || [];
  const open = (event: MouseEvent) => {
    if (!is_read) onRead(true);
    if (path === null || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    close();
    router.history.push(path);
  };
  const content = (
    <>
      <span className={is_read ? 'text-ink-soft' : 'font-semibold'}>
        {!is_read && <span className="sr-only">Unread: </span>}
        {text}
      </span>
      <span className="block text-small text-ink-soft">
        {formatAgo(row.last_at)} · {notificationReason(row)}
      </span>
    </>
  );
  const label = is_read ? 'Mark unread' : 'Mark read';
  const [isExtending, setExtending] = useState(false);
  const { cover } = row;
  return (
    <li
      data-row={row.id}
      className="relative flex items-start gap-1 border-b border-line py-1.5 pr-1.5 pl-3.5 last:border-b-0 hover:bg-surface-raised"
    >
      <span
        aria-hidden="true"
        className={`mt-3.5 size-2 shrink-0 rounded-full ${is_read ? 'bg-transparent' : 'bg-petrol'}`}
      />
      {path === null ? (
        <span className="min-w-0 flex-1 px-1.5 py-1.5 wrap-anywhere">{content}</span>
      ) : (
        <a
          href={path}
          onClick={open}
          className="min-w-0 flex-1 rounded-control px-1.5 py-1.5 wrap-anywhere after:absolute after:inset-0"
        >
          {content}
        </a>
      )}
      {/* The whole row is the link. */}
      {path !== null && (
        <span className="flex min-w-13 shrink-0 justify-end py-1.5 font-semibold text-petrol">
          {runId !== undefined ? (
            <RunAct id={runId} of={text} close={close} />
          ) : cover?.may_extend ? (
            <Button variant="link" className="relative" onClick={() => setExtending(true)}>
              Extend…
            </Button>
          ) : (
            actOf(row)
          )}
        </span>
      )}
      <Suspense>
        {isExtending && cover && <ExtendCoverDialog cover={cover} onClose={() => setExtending(false)} />}
      </Suspense>
      <IconButton
        label={`${label}: ${text}`}
        tooltip={label}
        icon={
          is_read ? (
            <IconCircleDashed size={18} aria-hidden="true" />
          ) : (
            <IconCheck size={18} aria-hidden="true" />
          )
        }
        className="relative"
        onClick={() => onRead(!is_read)}
      />
    </li>
  );
}

/** What its page is for. */
function actOf({ kind, details }: Notification) {
  const isPlanned = kind === 'run' && details.state === 'planned';
  return <span aria-hidden="true">{isPlanned ? 'Review' : (kindOf(kind).act?.label ?? 'Open')}</span>;
}

/**
 * The rows of the open panel keep their places, because the pointer is at them: a row that comes waits until `showAll`,
 * one that is told again changes in place. Older rows follow at the end.
 */
export function useStillRows(rows: readonly Notification[]) {
  const [ids, setIds] = useState<readonly string[]>([]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const known = new Set(ids);
  const older = rows.slice(rows.findLastIndex(({ id }) => known.has(id)) + 1);
  if (older.length > 0) setIds([...ids, ...older.map(({ id }) => id)]);
  const shown = [...ids.flatMap((id) => byId.get(id) ?? []), ...older];
  const last = rows.findLastIndex((row) => !known.has(row.id) && !older.includes(row));
  return {
    shown,
    waiting: rows.length - shown.length,
    /** The newest row that no waiting one is newer than: marking until it swallows none of them. */
    newest: rows[last + 1],
    showAll: () => setIds(rows.map(({ id }) => id)),
  };
}
