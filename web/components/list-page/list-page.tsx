import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAccess } from '../../lib/account/access.ts';
import { useKeys } from '../../lib/browser/keys.ts';
import type { ListRow } from '../../lib/list/list-pages.ts';
import type { ListView } from '../../lib/list/list-view.ts';
import { ListActions } from '../bulk/list-actions.tsx';
import type { ListBulk } from '../bulk/list-bulk.ts';
import { Button, buttonClasses } from '../button/button.tsx';
import { PageTitle } from '../display/page-title.tsx';
import { IconPlus } from '../icons/icons.ts';
import { DataTableCard, type DataTableCardProps, type ListToolbarProps } from '../table/data-table-card.tsx';
import { countText } from '../table/describe-count.ts';
import type { Selection } from '../table/use-selection.ts';
import { type ListPageOptions, useListPage } from './use-list-page.ts';
import { useWhyGone } from './use-why-gone.ts';

const lists = {
  users: { noun: ['user', 'users'], title: 'Users', other: 'locations', otherTitle: 'Locations' },
  locations: { noun: ['location', 'locations'], title: 'Locations', other: 'users', otherTitle: 'Users' },
} as const;

type FromTable = 'placeholder' | 'columns' | 'minWidth' | 'stacked' | 'stackedHeight' | 'onEdit';

export interface ListPageProps<Row extends ListRow>
  extends Pick<DataTableCardProps<Row>, FromTable>,
    Omit<ListPageOptions<Row>, 'noun'> {
  subtitle: string;
  views: ReactNode;
  add: {
    label: string;
    mayAdd: boolean;
    whyNot: string;
    text: string;
  };
  mayExport: boolean;
  toolbar: Omit<ListToolbarProps, 'listUrl' | 'exporting' | 'onPrint'>;
  /** False for actors who may do nothing to many rows. */
  bulk: false | { nameOf: (row: Row) => string; bar: (list: ListBulk) => ReactNode };
  children: ReactNode;
}

/** A key in the search box renders this again, and not the page around it. */
export function ListPage<Row extends ListRow>({
  request,
  source,
  save,
  subtitle,
  views,
  add,
  mayExport,
  toolbar,
  bulk,
  children,
  ...table
}: ListPageProps<Row>) {
  const about = source.name;
  const { noun, title, other, otherTitle } = lists[about];
  const page = useListPage({ request, source, save, noun });
  const { text, view, selection, query } = page;
  const whyGone = useWhyGone(about, view.gone);
  const { hasPermission, mayImport } = useAccess();
  const exporting = mayExport && page.exporting;
  const open = () => void request.openDialog('add');
  useKeys({ c: add.mayAdd ? open : undefined });
  const addButton = (
    <Button
      icon={<IconPlus size={18} aria-hidden="true" />}
      onClick={open}
      disabled={!add.mayAdd}
      title={add.mayAdd ? undefined : add.whyNot}
    >
      {add.label}
    </Button>
  );
  return (
    <div className="flex flex-1 flex-col sm:@container sm:min-h-110 print:block">
      <PageTitle
        title={title}
        subtitle={subtitle}
        aside={views}
        actions={
          <ListActions
            about={about}
            title={title}
            mayImport={mayImport(about)}
            onExport={exporting ? () => exporting.run('all') : undefined}
            onPrint={page.print}
            maySelect={bulk !== false}
          >
            {addButton}
          </ListActions>
        }
      />
      <DataTableCard
        {...table}
        label={title}
        view={view}
        whyGone={whyGone}
        text={text}
        onTextChange={page.setText}
        loading={`Loading ${about}...`}
        noun={noun}
        empty={{ title: `No ${about} yet`, text: add.text, action: add.mayAdd && addButton }}
        elsewhere={
          hasPermission(`${other}.read`) && (
            <Link to={`/${other}`} search={{ q: text.trim() }} className={buttonClasses('link')}>
              Search in {otherTitle}
            </Link>
          )
        }
        notFound={{ title: `No ${about} found`, text: 'Try adjusting your search criteria.' }}
        toolbar={{ ...toolbar, listUrl: request.listUrl, exporting, onPrint: page.print }}
        selecting={
          bulk
            ? {
                selection,
                nameOf: bulk.nameOf,
                bar: bulk.bar({ selection, query, ...selectedOf(view, selection, bulk.nameOf) }),
              }
            : undefined
        }
      />
      {children}
    </div>
  );
}

function selectedOf<Row extends { id: string }>(
  { rows, total, isTotalExact, isAnswered }: ListView<Row>,
  { count = 0, gone }: Selection,
  nameOf: (row: Row) => string,
) {
  const hasMore = isAnswered && total !== null && total > count;
  return {
    matching: hasMore && countText(total, isTotalExact),
    deleted: rows.flatMap((row) => (gone.includes(row.id) ? nameOf(row) : [])).join(', '),
  };
}
