const format = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** 'Nov 20, 2026, 04:05 PM' (specification section 2), in the reader's own time zone. */
export function formatDate(time: string) {
  return format.format(new Date(time));
}

const dayFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' });

/** 'Nov 20, 2026', in the reader's own time zone. */
export function formatDay(time: string) {
  return dayFormat.format(new Date(time));
}
