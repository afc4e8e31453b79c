import type { QueryClient } from '@tanstack/react-query';
import { askForChanges } from '../network/ask-for-changes.ts';
import { changeLists, type ListSource } from './list-cache.ts';
import { addOnTop, dropRow, keepOwn, type ListRow, putRows } from './list-pages.ts';

/** What the user changed shows at once, where it is. What else it changed comes with the change log, as from others. */
export function putOwnRow<Row extends ListRow>(client: QueryClient, source: ListSource<Row>, row: Row) {
  changeLists(client, source, (data) => keepOwn(putRows(data, [row]), row.id));
  askForChanges();
}

/** What the user added stands on top of the list on the screen. */
export function addOwnRow<Row extends ListRow>(client: QueryClient, source: ListSource<Row>, row: Row) {
  changeLists(client, source, (data, isShown) => (isShown ? addOnTop(data, row) : data));
  askForChanges();
}

/** What the user deleted goes at once. */
export function dropOwnRow<Row extends ListRow>(client: QueryClient, source: ListSource<Row>, id: string) {
  changeLists(client, source, (data) => dropRow(data, id));
  askForChanges();
}
