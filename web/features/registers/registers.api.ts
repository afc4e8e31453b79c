import { type QueryClient, queryOptions } from '@tanstack/react-query';
import * as contract from '../../../contract/registers.ts';
import type { SaveContext } from '../../lib/form/use-save.ts';
import { call } from '../../lib/http/http.ts';
import { pagesQuery } from '../../lib/http/pages-query.ts';

const registersKey = ['registers'];
export const salesKey = ['sales'];
const filesKey = ['register-files'];

export function registersQuery(location?: string) {
  return queryOptions({
    queryKey: [...registersKey, location ?? null],
    queryFn: async ({ signal }) =>
      (await call(contract.listRegisters, { query: location ? { location } : {} }, { signal })).registers,
    staleTime: 0,
  });
}

/** Figures, files and connections change together. */
async function refresh(client: QueryClient) {
  await Promise.all(
    [registersKey, salesKey, filesKey].map((queryKey) => client.invalidateQueries({ queryKey })),
  );
}

const followEveryMs = 5000;
const following = new WeakMap<QueryClient, { isBehind: boolean }>();

/** After a change by others: at once, and at most every five seconds as long as more come. */
export function followRegisters(client: QueryClient): void {
  const last = following.get(client);
  if (last) {
    last.isBehind = true;
    return;
  }
  const now = { isBehind: false };
  following.set(client, now);
  void refresh(client);
  setTimeout(() => {
    following.delete(client);
    if (now.isBehind) followRegisters(client);
  }, followEveryMs);
}

export async function createRegister(
  id: string,
  input: contract.RegisterInput,
  { client, signal }: SaveContext,
) {
  const made = await call(contract.createRegister, { body: { ...input, id } }, { signal });
  await refresh(client);
  return made;
}

/** `seen` is the connection that the form was filled with. */
export async function updateRegister(
  { id, updated_at }: contract.Register,
  changes: contract.RegisterChanges,
  { client, signal }: SaveContext,
) {
  const stored = await call(
    contract.updateRegister,
    { params: { id }, body: changes },
    { ifMatch: updated_at, signal },
  );
  await refresh(client);
  return stored;
}

export async function revokeRegister(id: string, is_lost: boolean, { client, signal }: SaveContext) {
  await call(contract.revokeRegister, { params: { id }, body: { is_lost } }, { signal });
  await refresh(client);
}

export function departmentsQuery(id: string) {
  return queryOptions({
    queryKey: [...registersKey, id, 'departments'],
    queryFn: async ({ signal }) =>
      (await call(contract.listDepartments, { params: { id } }, { signal })).departments,
    staleTime: 0,
  });
}

export interface KindOfDepartment {
  code: string;
  kind: contract.DepartmentKind;
}

export async function setDepartmentKind(id: string, body: KindOfDepartment, { client, signal }: SaveContext) {
  await call(contract.setDepartmentKind, { params: { id }, body }, { signal });
  await refresh(client);
}

export interface FileFilters {
  location?: string | undefined;
  register?: string | undefined;
  business_date?: string | undefined;
  outcome?: contract.FileOutcome | undefined;
}

const filesPerPage = 100;

export function filesQuery(filters: FileFilters) {
  const query = { ...filters, limit: filesPerPage };
  return pagesQuery([...filesKey, filters], contract.listRegisterFiles, { query });
}

export async function uploadRegisterFile(file: File, { client, signal }: SaveContext) {
  const query = { name: file.name.slice(-255) };
  const { files } = await call(contract.uploadRegisterFile, { query }, { file, signal });
  await refresh(client);
  return files;
}

export async function readFileAgain(id: string, { client, signal }: SaveContext) {
  const file = await call(contract.readRegisterFileAgain, { params: { id } }, { signal });
  await refresh(client);
  return file;
}
