import { placeOf } from './places.ts';
import type { SourceFile } from './source-file.ts';
import { isTest } from './tree.ts';

type Graph = Map<string, Set<string>>;

/** Files that import each other in a circle: which of them runs first then depends on who asks. Types are gone by then. */
export function findFileCircles(files: SourceFile[]): string[] {
  const graph: Graph = new Map();
  for (const file of files) {
    for (const { file: target, isType } of file.imports)
      if (target && !isType) link(graph, file.path, target);
  }
  return findCircles(graph).map(
    (circle) =>
      `${circle.join(' → ')}: these import each other. Move what they share into a file that imports neither.`,
  );
}

/** Features that know each other in a circle cannot be understood, or changed, one at a time. */
export function findFeatureCircles(files: SourceFile[], wing: 'server' | 'web'): string[] {
  const graph: Graph = new Map();
  for (const file of files.filter(({ path }) => !isTest(path))) {
    const from = placeOf(file.path);
    for (const { file: target } of file.imports) {
      const to = target ? placeOf(target) : null;
      if (from.wing !== wing || to?.wing !== wing || !from.feature || !to.feature) continue;
      if (from.feature !== to.feature) link(graph, from.feature, to.feature);
    }
  }
  return findCircles(graph).map(
    (circle) =>
      `${wing}/features: ${circle.join(' → ')}: decide which of them knows the other. The other one gets a callback, or the shared part moves down.`,
  );
}

function link(graph: Graph, from: string, to: string): void {
  graph.set(from, (graph.get(from) ?? new Set()).add(to));
}

/** One circle for each edge that closes one, with its first member repeated at the end. */
function findCircles(graph: Graph): string[][] {
  const done = new Set<string>();
  const path: string[] = [];
  const circles: string[][] = [];
  const visit = (node: string): void => {
    const start = path.indexOf(node);
    if (start >= 0) circles.push([...path.slice(start), node]);
    if (start >= 0 || done.has(node)) return;
    path.push(node);
    for (const next of graph.get(node) ?? []) visit(next);
    path.pop();
    done.add(node);
  };
  for (const node of graph.keys()) visit(node);
  return circles;
}
