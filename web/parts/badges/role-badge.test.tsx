import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { RoleBadge } from './role-badge.tsx';

function lookOf(name: string) {
  render(<RoleBadge name={name} />);
  return screen.getByText(name).className;
}

test('RoleBadge gives admin, manager, employee and viewer their own colors, and other names the default one', () => {
  const own = ['admin', 'manager', 'employee', 'viewer'].map(lookOf);
  const others = ['night lead', 'auditor'].map(lookOf);
  expect(new Set([...own, ...others]).size).toBe(5);
  expect(others[0]).toBe(others[1]);
});
