import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AuditAction } from '../../../contract/audit.ts';
import { useKeys } from '../../lib/browser/keys.ts';
import type { ListRow } from '../../lib/list/list-pages.ts';
import type { ListView } from '../../lib/list/use-list.ts';
import { ListActions } from '../bulk/list-actions.tsx';
import type { ListBulk } from '../bulk/list-bulk.ts';
import { Button, buttonClasses } from '../button/button.tsx';
import { PageTitle } from '../display/page-title.tsx';
import { UnknownFilters } from '../filters/unknown-filters.tsx';
import { IconPlus } from '../icons/icons.ts';
import { countText } from '../table/describe-count.ts';
import type { Selection } from '../table/use-selection.ts';
import { ListCard } from './list-card.tsx';
import { type ListCardProps, type ListPageOptions, useListPage, useWhyGone } from './use-list-page.ts';

type FromCard = 'placeholder' | 'columns' | 'minWidth' | 'stacked' | 'stackedHeight' | 'onEdit';

export interface ListPageProps<Row extends ListRow>
  extends ListPageOptions<Row>,
    Pick<ListCardProps<Row>, FromCard> {
  /** 'Users' */
  title: string;
  subtitle: string;
  views: ReactNode;
  add: {
    label: string;
    mayAdd: boolean;
    whyNot: string;
    text: string;
  };
  mayImport: boolean;
  mayExport: boolean;
  /** Where the same search may find more; false for actors who may not see that list. */
  other: false | { to: NonNullable<LinkProps['to']>; title: string };
  toolbar: Omit<ListCardProps<Row>['toolbar'], 'exporting'>;
  /** What the audit log calls the deletion of a row. */
  deletion: AuditAction;
  /** False for actors who may do nothing to many rows. */
  bulk: false | { nameOf: (row: Row) => string; bar: (list: ListBulk) => ReactNode };
  children: ReactNode;
}

/** Only this renders again with a key in the search box. */
export function ListPage<Row extends ListRow>(props: ListPageProps<Row>) {
  const { title, subtitle, views, add, mayImport, mayExport, other, deletion, bulk, children } = props;
  const page = useListPage(props);
  const { text, view, selection, query, noun } = page;
  const whyGone = useWhyGone(deletion, view.gone);
  const unknown = page.listUrl.ignored;
  const isKnown = unknown.length === 0;
  const exporting = mayExport && isKnown && page.exporting;
  const open = () => void page.openDialog('add');
  useKeys({ c: add.mayAdd ? open : undefined });
  const addButton = (
    <Button
      icon={<IconPlus size={18} aria-hidden="true" />}
      onClick={open}
      disabled={!add.mayAdd}
      title={add.mayAdd ? undefined : add.whyNot}
    >
      {/* Beside the title, the narrowest phones have space for its sign only. */}
      <span className="max-[22.5rem]:sr-only">{add.label}</span>
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
            about={noun[1]}
            title={title}
            mayImport={mayImport}
            onExport={exporting ? () => exporting.run('all') : undefined}
            otherFile={exporting ? exporting.other : undefined}
            onPrint={page.print}
            maySelect={bulk !== false && isKnown}
          >
            {addButton}
          </ListActions>
        }
      />
      <UnknownFilters names={unknown} />
      <ListCard
        {...props}
        label={title}
        page={page}
        whyGone={whyGone}
        empty={{ text: add.text, action: add.mayAdd && addButton }}
        elsewhere={
          other && (
            <Link to={other.to} search={{ q: text.trim() } as never} className={buttonClasses('link')}>
              Search in {other.title}
            </Link>
          )
        }
        toolbar={{ ...props.toolbar, exporting }}
        selecting={
          bulk && isKnown
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

function selectedOf<Row extends ListRow>(
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
