import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { type Act, acts, allActs, bulkPermissions } from '../../contract/access/acts.ts';
import type { Permission } from '../../contract/access/permissions.ts';
import { getSecondFactor } from '../../contract/auth/second-factor.ts';
import { listDayNotes } from '../../contract/day-notes.ts';
import type { BulkAct } from '../../contract/runs.ts';
import { listSessionsOf } from '../../contract/sessions.ts';
import { listEmails } from '../../contract/settings.ts';
import { makeLocation, makeUser, serveChain } from '../testing/fake-chain.ts';
import { FakeServer } from '../testing/fake-server.ts';
import { profileWith } from '../testing/profiles.ts';
import { openApp } from '../testing/render-app.tsx';

// The permissions are those of the table, which server/system-tests/acts.test.ts compares with the real endpoints.

const nina = makeUser({ id: 'nina', full_name: 'Nina Novak', email: 'nina@northline.example' });
const harbor = makeLocation({ id: 'harbor', name: 'Harbor 7' });
const closed = makeLocation({ id: 'closed', name: 'Pier 9', closed_on: '2026-01-31' });

const session = {
  id: 'session',
  device: 'Chrome on Windows',
  ip: '192.0.2.1',
  signed_in_at: harbor.created_at,
  last_seen_at: harbor.created_at,
  is_current: false,
};

const note = {
  ...{ location_id: 'harbor', business_date: '2026-03-13', note: 'Storm', is_closed: false },
  ...{ updated_at: harbor.created_at, updated_by_name: 'Ada Owner' },
};

type Opened = Awaited<ReturnType<typeof openApp>> & { server: FakeServer };
type Open = (path: string, ready: string) => Promise<Opened>;

/** What an act needs besides its own permissions: to see the rows. */
const seeing: readonly Permission[] = [
  ...(['users.read', 'locations.read', 'roles.read', 'locations.all', 'districts.read'] as const),
];

function openWith(permissions: readonly Permission[], of: readonly Permission[]): Open {
  return async (path, ready) => {
    const server = new FakeServer();
    serveChain(server, { users: [nina], locations: [harbor, closed] });
    server.answer(listEmails, { mails: [] });
    server.answer(getSecondFactor, { is_set_up: true, set_up_at: harbor.created_at });
    server.answer(listDayNotes, { notes: [note], from: note.business_date, to: note.business_date });
    server.answer(listSessionsOf, { sessions: [session] });
    const held = [...seeing.filter((permission) => !of.includes(permission)), ...permissions];
    const opened = await openApp(path, {
      server,
      signedInAs: profileWith(['employee'], { permissions: held }),
    });
    await screen.findAllByText(ready);
    return { ...opened, server };
  };
}

function subsetsOf<T>(values: readonly T[]): T[][] {
  const [first, ...others] = values;
  if (first === undefined) return [[]];
  const without = subsetsOf(others);
  return without.concat(without.map((set) => [first, ...set]));
}

function isLive(element: HTMLElement | null): boolean {
  return element !== null && !element.hasAttribute('disabled') && !element.hasAttribute('data-disabled');
}

/** Whether the page has a live button with this name. */
const button = (name: string) => isLive(screen.queryByRole('button', { name }));

/** Whether the menu of the row or page has a live item with this name. */
async function menuItem({ user }: Opened, of: string, name: string) {
  const opener = screen.queryByRole('button', { name: `Actions for ${of}` });
  if (!opener) return false;
  await user.click(opener);
  await screen.findByRole('menu');
  return isLive(screen.queryByRole('menuitem', { name }));
}

const inUserMenu = (name: string) => async (open: Open) =>
  menuItem(await open('/users', 'Nina Novak'), 'Nina Novak', name);
const inLocationMenu = (name: string) => async (open: Open) =>
  menuItem(await open('/locations/harbor', 'Harbor 7'), 'Harbor 7', name);
const onPage = (path: string, ready: string, name: string) => async (open: Open) => {
  await open(path, ready);
  return button(name);
};

/** Whether a link to a dialog opens it. Without the permissions, a toast says that the roles do not allow it. */
const byLink = (path: string, ready: string) => async (open: Open) => {
  await open(path, ready);
  const isDialog = () => screen.queryByRole('dialog') ?? screen.queryByRole('alertdialog');
  await waitFor(() =>
    expect(isDialog() ?? screen.queryByText(/^Your roles do not allow this/)).not.toBeNull(),
  );
  return isDialog() !== null;
};

async function correctEmail(open: Open) {
  const mayEdit = await byLink('/users?dialog=edit&id=nina', 'Nina Novak')(open);
  if (!mayEdit) return false;
  await screen.findByLabelText(/^Full Name/);
  return button('Correct email');
}

async function resetFactor(open: Open) {
  await open('/users/nina', 'Nina Novak');
  await screen.findByText('Signing in');
  if (screen.queryByText('Second factor') === null) return false;
  await screen.findByRole('button', { name: 'Reset second factor' });
  return true;
}

async function endSessions(open: Open) {
  await open('/users/nina', 'Nina Novak');
  await screen.findByText('Signing in');
  if (screen.queryByText('Devices') === null) return false;
  await screen.findByRole('button', { name: '1 device' });
  return true;
}

async function shareViews(open: Open) {
  const { user } = await open('/users?q=nina', 'Nina Novak');
  await user.click(await screen.findByRole('button', { name: 'Views' }));
  await user.click(await screen.findByRole('button', { name: 'Save current view…' }));
  await screen.findByRole('dialog', { name: 'Save view' });
  return screen.queryByRole('checkbox', { name: /^Share it/ }) !== null;
}

async function noteDay(open: Open) {
  await open('/locations/harbor/sales/2026-03-13', 'Sales');
  await screen.findByText(/^(No access to sales|Storm)/);
  return button('Edit note');
}

/** The ways to each act that the screens offer. */
const ways: Record<Act, ((open: Open) => Promise<boolean>)[]> = {
  addUser: [onPage('/users', 'Nina Novak', 'Add User'), byLink('/users?dialog=add', 'Nina Novak')],
  editUser: [inUserMenu('Edit User'), byLink('/users?dialog=edit&id=nina', 'Nina Novak')],
  correctEmail: [correctEmail],
  setUserActive: [inUserMenu('Deactivate'), byLink('/users?dialog=deactivate&id=nina', 'Nina Novak')],
  deleteUser: [inUserMenu('Delete User'), byLink('/users?dialog=delete&id=nina', 'Nina Novak')],
  exportUsers: [onPage('/users', 'Nina Novak', 'Export')],
  inviteUser: [inUserMenu('Invite'), byLink('/users?dialog=invitation&id=nina', 'Nina Novak')],
  endUserSessions: [endSessions],
  resetSecondFactor: [resetFactor],
  assignLocations: [
    inUserMenu('Assign Locations'),
    byLink('/users?dialog=locations&id=nina', 'Nina Novak'),
    byLink('/locations/harbor?dialog=assign', 'Harbor 7'),
  ],
  assignRoles: [inUserMenu('Assign Roles'), byLink('/users?dialog=roles&id=nina', 'Nina Novak')],
  manageCompanySignIn: [
    async (open) => {
      await open('/settings', 'Settings');
      return screen.queryByRole('link', { name: 'Company sign-in' }) !== null;
    },
  ],
  importStock: [
    async (open) => {
      await open('/import/stock', 'Import stock');
      return screen.queryByText('You cannot import stock') === null;
    },
  ],
  noteDay: [noteDay],
  addLocation: [
    onPage('/locations', 'Harbor 7', 'Add Location'),
    byLink('/locations?dialog=add', 'Harbor 7'),
  ],
  editLocation: [
    onPage('/locations/harbor', 'Harbor 7', 'Edit'),
    byLink('/locations?dialog=edit&id=harbor', 'Harbor 7'),
  ],
  closeLocation: [inLocationMenu('Close Location'), byLink('/locations/harbor?dialog=close', 'Harbor 7')],
  reopenLocation: [onPage('/locations/closed', 'Pier 9', 'Reopen')],
  deleteLocation: [
    inLocationMenu('Delete Location'),
    byLink('/locations?dialog=delete&id=harbor', 'Harbor 7'),
  ],
  manageRoles: [onPage('/settings?tab=roles', 'Day-to-day work at assigned locations', 'Add Role')],
  manageDistricts: [
    onPage('/districts', 'No districts yet', 'Add District'),
    inLocationMenu('Move to a District'),
    byLink('/locations/harbor?dialog=move', 'Harbor 7'),
  ],
  shareViews: [shareViews],
  editOrganization: [
    async (open) => {
      await open('/settings?tab=organization', 'Appearance');
      return screen.queryByText('For all users and locations.') !== null;
    },
  ],
  readEmails: [
    async (open) => {
      await open('/settings?tab=email', 'Appearance');
      return screen.queryByRole('link', { name: 'Email' }) !== null;
    },
  ],
};

describe('the table of acts', () => {
  for (const act of allActs) {
    for (const permissions of subsetsOf<Permission>(acts[act])) {
      const isAllowed = permissions.length === acts[act].length;
      test(`the screens ${isAllowed ? 'offer' : 'do not offer'} ${act} with ${permissions.join(' and ') || 'none of its permissions'}`, async () => {
        const open = openWith(permissions, acts[act]);
        for (const way of ways[act]) expect(await way(open)).toBe(isAllowed);
      });
    }
  }
});

/** The rows, and the button of the bulk bar. Without any bulk act there is no box to select a row. */
const bulkButtons: Record<BulkAct['act'], [path: string, row: string, button: string]> = {
  activate: ['/users', 'Nina Novak', 'Activate'],
  deactivate: ['/users', 'Nina Novak', 'Deactivate'],
  invite: ['/users', 'Nina Novak', 'Invite'],
  roles: ['/users', 'Nina Novak', 'Roles…'],
  locations: ['/users', 'Nina Novak', 'Locations…'],
  district: ['/locations', 'Harbor 7', 'Move to a district…'],
  close: ['/locations', 'Harbor 7', 'Close…'],
  reopen: ['/locations', 'Harbor 7', 'Reopen'],
  cover: ['/locations', 'Harbor 7', 'Let a user cover…'],
};

describe('the bar of selected rows', () => {
  for (const act of Object.keys(bulkButtons) as BulkAct['act'][]) {
    const [path, row, name] = bulkButtons[act];
    const [read, ...needed] = bulkPermissions(act) as [Permission, ...Permission[]];
    for (const permissions of subsetsOf(needed)) {
      const isAllowed = permissions.length === needed.length;
      test(`the bar ${isAllowed ? 'offers' : 'does not offer'} to ${act} with ${permissions.join(' and ') || 'none of its permissions'}`, async () => {
        const { user } = await openWith([read, ...permissions], [read, ...needed])(path, row);
        const box = screen.queryByRole('checkbox', { name: `Select ${row}` });
        if (box) await user.click(box);
        if (box) await screen.findByText(/selected$/);
        expect(button(name)).toBe(isAllowed);
      });
    }
  }
});
