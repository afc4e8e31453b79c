export interface Anchor {
  id: string;
  heightPx: number;
  scroller: Element;
}

/**
 * The row that must stay at its pixel: the one under the pointer, or with the focus, else the first visible one of a
 * list that is scrolled. At the top nothing stays, so that new rows are seen.
 */
export function anchorOf(card: HTMLElement): Anchor | null {
  const list = card.querySelector<HTMLElement>('[data-rows]');
  const scroller = list && scrollerOf(list);
  if (!scroller) return null;
  const row =
    list.querySelector<HTMLElement>('[data-row]:hover') ??
    list.querySelector<HTMLElement>('[data-row]:focus-within') ??
    (scroller.scrollTop > 0 ? firstVisible(list, scroller) : null);
  const id = row?.dataset.row;
  return id ? { id, heightPx: row.getBoundingClientRect().height, scroller } : null;
}

function firstVisible(list: HTMLElement, scroller: Element): HTMLElement | null {
  const top = scroller.getBoundingClientRect().top + (list.querySelector('thead')?.clientHeight ?? 0);
  const rows = [...list.querySelectorAll<HTMLElement>('[data-row]')];
  return rows.find((row) => row.getBoundingClientRect().top >= top) ?? null;
}

/** The table scrolls in its own box, and the list of a phone with the page. */
function scrollerOf(list: HTMLElement): Element | null {
  if (list.tagName !== 'UL') return list;
  const main = list.closest('main');
  return main && main.scrollHeight <= main.clientHeight ? main.parentElement : main;
}
