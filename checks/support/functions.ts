import { parseSync, Visitor, type VisitorObject } from 'vite';

const linesMax = 100;
const branchesMax = 15;

interface Found {
  start: number;
  lines: number;
  branches: number;
}

/** Functions that are too long, or that branch too often. A function inside another one counts for itself. */
export function findLargeFunctions({ path, text }: { path: string; text: string }): string[] {
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length;
  const open: Found[] = [];
  const large: string[] = [];
  const begin = ({ start, end }: { start: number; end: number }) =>
    open.push({ start, lines: lineOf(end) - lineOf(start) + 1, branches: 0 });
  const branch = () => {
    const inner = open.at(-1);
    if (inner) inner.branches++;
  };
  const finish = () => {
    const { start, lines, branches } = open.pop() ?? { start: 0, lines: 0, branches: 0 };
    const at = `${path}:${lineOf(start)}`;
    if (lines > linesMax) large.push(`${at} has a function of ${lines} lines: split it by meaning`);
    if (branches > branchesMax)
      large.push(`${at} has a function of ${branches} branches: split it by meaning`);
  };
  const functions = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];
  const branches = [
    ...['IfStatement', 'ConditionalExpression', 'LogicalExpression', 'CatchClause', 'SwitchCase'],
    ...['ForStatement', 'ForInStatement', 'ForOfStatement', 'WhileStatement', 'DoWhileStatement'],
  ];
  const visitor: VisitorObject = Object.fromEntries([
    ...functions.flatMap((type) => [
      [type, begin],
      [`${type}:exit`, finish],
    ]),
    ...branches.map((type) => [type, branch]),
  ]);
  new Visitor(visitor).visit(parseSync(path, text).program);
  return large;
}
