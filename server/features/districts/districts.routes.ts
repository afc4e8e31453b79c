import * as contract from '../../../contract/districts.ts';
import type { AuditSubject } from '../../kernel/context.ts';
import type { Routes } from '../../kernel/http/router.ts';
import * as districts from './districts.service.ts';

export function districtRoutes(routes: Routes) {
  routes.add(contract.listDistricts, async (ctx) => ({ districts: await districts.listDistricts(ctx) }));
  routes.add(contract.getDistrict, (ctx, { params }) => districts.getDistrict(ctx, params.id));
  routes.add(contract.createDistrict, (ctx, { body }) => districts.createDistrict(ctx, body));
  routes.add(contract.updateDistrict, (ctx, { params, body, ifMatch }) =>
    districts.updateDistrict(ctx, params.id, body, ifMatch),
  );
  routes.add(contract.deleteDistrict, (ctx, { params }) => districts.deleteDistrict(ctx, params.id));
}

export const districtSubject: AuditSubject = { collections: ['districts'], findName: districts.findName };
