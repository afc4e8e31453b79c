import { Link } from '@tanstack/react-router';
import { ClippedText } from '../../../../components/display/clipped-text.tsx';
import { GrantGroup, GrantRow } from '../../../../parts/grants/grant-group.tsx';
import type { ViewedUser } from '../user-page.api.ts';

/** Below the locations, because they come later than the row of a list: nothing moves. Absent without any. */
export function DistrictsGroup({ user: { districts }, readAt }: { user: ViewedUser; readAt: number }) {
  if (!districts || districts.length === 0) return null;
  return (
    <GrantGroup
      title="Whole districts"
      rows={districts}
      readAt={readAt}
      expected={districts.length}
      none="No districts"
      action={null}
    >
      {({ id, name }, left) => (
        <GrantRow
          id={id}
          name={name}
          left={left}
          why={<span className="text-small text-ink-soft">All its locations, new ones too</span>}
        >
          <Link
            to="/districts/$id"
            params={{ id }}
            data-row-main
            className="block min-w-0 rounded-badge font-medium underline-offset-3 after:absolute after:inset-0 hover:underline"
          >
            <ClippedText>{name}</ClippedText>
          </Link>
        </GrantRow>
      )}
    </GrantGroup>
  );
}
