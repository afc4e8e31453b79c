import * as contract from '../../../contract/runs.ts';
import type { AuditSubject } from '../../kernel/context.ts';
import type { Routes } from '../../kernel/http/router.ts';
import { createRun } from './bulk/bulk.service.ts';
import { discardRun } from './discard.service.ts';
import { downloadInviteLinks, downloadRunResult, importTemplate } from './downloads.service.ts';
import { listUnknownWords } from './import/unknown-words.service.ts';
import { uploadFile } from './import/upload.service.ts';
import { planImport, retryRun, undoRun } from './plan.service.ts';
import * as runs from './runs.service.ts';

export function runRoutes(routes: Routes) {
  routes.add(contract.listRuns, async (ctx) => ({ runs: await runs.listRuns(ctx) }));
  routes.add(contract.getRun, (ctx, { params }) => runs.getRun(ctx, params.id));
  routes.add(contract.listRunLines, (ctx, { params, query }) => runs.listRunLines(ctx, params.id, query));
  routes.add(contract.listRunReasons, (ctx, { params }) => runs.listRunReasons(ctx, params.id));
  routes.add(contract.createRun, (ctx, { body }) => createRun(ctx, body));
  routes.add(contract.applyRun, (ctx, { params, body }) => runs.applyRun(ctx, params.id, body.confirm));
  routes.add(contract.cancelRun, (ctx, { params }) => runs.cancelRun(ctx, params.id));
  routes.add(contract.discardRun, (ctx, { params }) => discardRun(ctx, params.id));
  routes.add(contract.retryRun, (ctx, { params }) => retryRun(ctx, params.id));
  routes.add(contract.undoRun, (ctx, { params, body }) => undoRun(ctx, params.id, body.id));
  routes.addDownload(contract.downloadInviteLinks, (ctx, { params, renew }) =>
    downloadInviteLinks(ctx, params.id, renew),
  );
  routes.addUpload(contract.uploadFile, (ctx, { query, file }) => uploadFile(ctx, query, file));
  routes.add(contract.listUnknownWords, (ctx, { params, query }) => listUnknownWords(ctx, params.id, query));
  routes.add(contract.planImport, (ctx, { params, body }) => planImport(ctx, params.id, body));
  routes.addDownload(contract.downloadRunResult, (ctx, { params, query, renew }) =>
    downloadRunResult(ctx, params.id, query.only, renew),
  );
  routes.addDownload(contract.downloadImportTemplate, async (_, { query }) => importTemplate(query.about));
}

export const runSubject: AuditSubject = { collections: ['runs'], findName: runs.findTitle };
