import * as contract from '../../../../contract/runs.ts';
import type { Routes } from '../../../kernel/http/router.ts';
import { planImport } from './plan.service.ts';
import { downloadRunResult } from './result.service.ts';
import { importTemplate } from './template.ts';
import { listUnknownWords } from './unknown-words.service.ts';
import { uploadFile } from './upload.service.ts';

export function importRoutes(routes: Routes) {
  routes.addUpload(contract.uploadFile, (ctx, { query, file }) => uploadFile(ctx, query, file));
  routes.add(contract.listUnknownWords, (ctx, { params, query }) => listUnknownWords(ctx, params.id, query));
  routes.add(contract.planImport, (ctx, { params, body }) => planImport(ctx, params.id, body));
  routes.addDownload(contract.downloadRunResult, (ctx, { params, query, renew }) =>
    downloadRunResult(ctx, params.id, query.only, renew),
  );
  routes.addDownload(contract.downloadImportTemplate, async (_, { query }) => importTemplate(query.about));
}
