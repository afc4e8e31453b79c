import { CopyField } from '../../../components/form/copy-field.tsx';

/** Copies the link as soon as it arrives, and shows it where the browser blocks copying. */
export function InvitationLink({ link, name }: { link: string; name: string }) {
  return (
    <div className="flex flex-col gap-2 border-t border-line pt-4 pb-1">
      <CopyField label="Link" text={link} copiesAtOnce>
        {' '}
        Older links no longer work. Anyone who opens it can choose the password of this account, so give it
        only to {name}.
      </CopyField>
    </div>
  );
}
