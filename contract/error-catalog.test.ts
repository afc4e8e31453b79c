import { expect, test } from 'vitest';
import type { Endpoint } from './http/endpoint.ts';
import { createLocation, deleteLocation, getLocation, listLocations, updateLocation } from './locations.ts';
import { getProfile, updateProfile } from './profile.ts';
import { getRole, listRoles } from './roles.ts';
import {
  createUser,
  deleteUser,
  getUser,
  getUserLocations,
  getUserRoles,
  listUsers,
  removeLocationsFailure,
  removeRolesFailure,
  replaceUserLocations,
  replaceUserRoles,
  updateUser,
} from './users.ts';

/** The texts of docs/specification.md, section 8, word for word. */
const catalog: [Endpoint, string][] = [
  [getProfile, 'Failed to fetch user profile'],
  [updateProfile, 'Failed to update user profile'],
  [listLocations, 'Failed to fetch locations'],
  [getLocation, 'Failed to fetch location'],
  [createLocation, 'Failed to create location'],
  [updateLocation, 'Failed to update location'],
  [deleteLocation, 'Failed to delete location'],
  [listUsers, 'Failed to fetch users'],
  [getUser, 'Failed to fetch user'],
  [createUser, 'Failed to create user profile'],
  [updateUser, 'Failed to update user'],
  [deleteUser, 'Failed to delete user'],
  [replaceUserLocations, 'Failed to assign locations'],
  [getUserLocations, 'Failed to fetch user locations'],
  [replaceUserRoles, 'Failed to assign roles'],
  [getUserRoles, 'Failed to fetch user roles'],
  [listRoles, 'Failed to fetch roles'],
  [getRole, 'Failed to fetch role'],
];

test('every endpoint has its failure text of the catalog', () => {
  expect(catalog.map(([{ failure }]) => failure)).toEqual(catalog.map(([, text]) => text));
});

test('a search, and the removing step of a replacement, have their own failure texts', () => {
  expect([listLocations.searchFailure, listUsers.searchFailure]).toEqual([
    'Failed to search locations',
    'Failed to search users',
  ]);
  expect([removeLocationsFailure, removeRolesFailure]).toEqual([
    'Failed to remove existing location assignments',
    'Failed to remove existing role assignments',
  ]);
});
