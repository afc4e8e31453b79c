import { randomUUID } from 'node:crypto';
import * as contract from '../../../contract/notifications/notifications.ts';
import { everything, nothing, row } from '../requests/endpoint-row.ts';

const until = () => ({ body: { until: '2026-11-20T12:00:00.000Z' } });

/** Everybody has their own. */
export const rows = [
  row(contract.listNotifications, everything, 'ok ok ok ok ok ok ok'),
  row(contract.markNotificationsSeen, until, 'ok ok ok ok ok ok ok'),
  row(contract.markNotificationsRead, until, 'ok ok ok ok ok ok ok'),
  // One of somebody else, or of nobody.
  row(
    contract.markNotificationRead,
    () => ({ params: { id: randomUUID() }, body: { is_read: true } }),
    '404 404 404 404 404 404 404',
  ),
  row(contract.getNotificationSettings, nothing, 'ok ok ok ok ok ok ok'),
  row(contract.saveNotificationSettings, () => ({ body: {} }), 'ok ok ok ok ok ok ok'),
  // A link that the server did not make stops nothing.
  row(contract.unsubscribe, () => ({ query: { token: 'made-up' } }), 'ok ok ok ok ok ok ok'),
];
