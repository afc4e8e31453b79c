import type { UserRow } from '../../../../contract/users.ts';
import { PhoneLink } from '../../../components/display/contact-links.tsx';

/** Email, phone and number in one quiet line. */
export function UserFacts({ user: { email, full_name, phone, employee_number } }: { user: UserRow }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-0.5">
      {full_name && (
        <li className="min-w-0 wrap-anywhere">
          <a href={`mailto:${email}`} className="rounded-badge underline-offset-3 hover:underline">
            {email}
          </a>
        </li>
      )}
      {phone && (
        <li className="min-w-0">
          <PhoneLink phone={phone} />
        </li>
      )}
      {employee_number && <li>{employee_number}</li>}
    </ul>
  );
}
