/** How a user is named: the full name or, lacking one, the email. */
export function nameOf({ full_name, email }: { full_name: string | null; email: string }) {
  return full_name || email;
}
