import type { UserRow } from '../../../../contract/users.ts';
import { markClasses, useChangedMark } from '../../../components/display/changed-value.ts';
import { PhoneLink } from '../../../components/display/contact-links.tsx';
import { classes } from '../../../lib/browser/classes.ts';

export function UserFacts({ user: { email, full_name, phone, employee_number } }: { user: UserRow }) {
  const emailMark = useChangedMark(email);
  const phoneMark = useChangedMark(phone);
  return (
    <ul className="flex flex-wrap items-center gap-x-4 gap-y-0.5 max-md:gap-y-0 max-md:[&_a]:flex max-md:[&_a]:min-h-11 max-md:[&_a]:items-center">
      {full_name && (
        <li {...emailMark} className={classes(markClasses, 'min-w-0 wrap-anywhere')}>
          <a
            href={`mailto:${email}`}
            className="rounded-badge font-unkerned underline-offset-3 hover:underline"
          >
            {email}
          </a>
        </li>
      )}
      {phone && (
        <li {...phoneMark} className={classes(markClasses, 'min-w-0')}>
          <PhoneLink phone={phone} />
        </li>
      )}
      {employee_number && <li data-tooltip="Employee number">#{employee_number}</li>}
    </ul>
  );
}
