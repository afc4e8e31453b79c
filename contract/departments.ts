import * as z from 'zod/mini';
import { described, idParams, text } from './fields/fields.ts';
import { nameMaxLength } from './fields/limits.ts';
import { endpoint } from './http/endpoint.ts';

/** What a department's sales are: sold goods, fuel, or money that passes through (lottery, gift cards, deposits). */
export const departmentKinds = ['merchandise', 'fuel', 'excluded'] as const;
export type DepartmentKind = (typeof departmentKinds)[number];

/** Why it counts so: somebody decided, its name or amount proposes it, or neither. */
export const departmentBases = ['decided', 'proposed', 'undecided'] as const;
export type DepartmentBasis = (typeof departmentBases)[number];

const kind = described('What its sales are', z.enum(departmentKinds));
const code = described('As the register writes it', text(40, z.minLength(1, 'Required')));

const registerDepartment = z.object({
  code: z.string(),
  name: z.nullable(z.string()),
  /** As it is counted now. */
  kind: z.enum(departmentKinds),
  basis: z.enum(departmentBases),
  /** What was decided for this connection alone; null while it follows the chain. */
  own_kind: z.nullable(z.enum(departmentKinds)),
  /** As it would be counted without `own_kind`. */
  chain_kind: z.enum(departmentKinds),
});
export type RegisterDepartment = z.infer<typeof registerDepartment>;

const registerDepartments = z.object({ departments: z.array(registerDepartment) });

export const listRegisterDepartments = endpoint('GET /api/registers/:id/departments', 'registers.read', {
  failure: 'Failed to fetch departments',
  summary: 'The departments that a register connection has named, by code',
  params: idParams,
  response: registerDepartments,
});

/** Its days are computed anew before the answer; when there are many, the rest follows within a minute. */
export const setDepartmentKind = endpoint('PUT /api/registers/:id/departments', 'registers.manage', {
  failure: 'Failed to change the department',
  summary: 'Decide what the sales of a department are at one register connection; null follows the chain',
  params: idParams,
  body: z.strictObject({ code, kind: described('Null follows the chain', z.nullable(kind)) }),
  response: registerDepartments,
});

/** One at all connections and in spreadsheets: the code and the name, whatever its case and accents, are the same. */
const department = z.object({
  code: z.string(),
  name: z.nullable(z.string()),
  /** What was decided for the chain. */
  kind: z.nullable(z.enum(departmentKinds)),
  /** As it is counted now, and by how many connections: 0 where spreadsheets alone name it. */
  counts: z.array(
    z.object({ kind: z.enum(departmentKinds), basis: z.enum(departmentBases), registers: z.number() }),
  ),
  /** Connections with a decision of their own, at most 20. */
  differing: z.array(z.object({ id: z.string(), name: z.string(), kind: z.enum(departmentKinds) })),
  /** Cents of the last 28 days; null when it was not sold. */
  amount: z.nullable(z.number()),
  /** The actor may decide: they see all locations of the connections and spreadsheets that name it. */
  is_manageable: z.boolean(),
});
export type Department = z.infer<typeof department>;

const departments = z.object({
  departments: z.array(department),
  /** Days that are still to be computed anew. */
  pending_days: z.number(),
});

export const listDepartments = endpoint('GET /api/departments', 'registers.read', {
  failure: 'Failed to fetch departments',
  summary: 'The departments that registers and spreadsheets in scope have named, undecided ones first',
  response: departments,
});

/** Connections with the same decision of their own follow the chain from now on, others keep theirs. */
export const decideDepartment = endpoint('PUT /api/departments', 'registers.manage', {
  failure: 'Failed to change the department',
  summary: 'Decide for the chain what the sales of a department are, also at later connections',
  body: z.strictObject({
    code,
    name: described('As the list has it', z.nullable(text(nameMaxLength))),
    kind,
  }),
  response: departments,
});

/** Null when a sum holds no such money. */
const heldPart = z.nullable(
  z.object({
    /** Cents. */
    amount: z.number(),
    count: z.number(),
    /** The first three by code. */
    departments: z.array(z.object({ code: z.string(), name: z.nullable(z.string()) })),
  }),
);

/** What a sum holds that nobody decided about. */
export const held = z.object({
  /** Counts as merchandise. */
  undecided: heldPart,
  /** Left out of merchandise, or counted as fuel, because its name or amount proposes it. */
  proposed_excluded: heldPart,
  proposed_fuel: heldPart,
});
export type Held = z.infer<typeof held>;
