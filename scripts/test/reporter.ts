import { writeFileSync } from 'node:fs';
import type { SerializedError } from 'vitest';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import type { Outcome } from './part.ts';

/** Writes the outcome of a Vitest run where TEST_OUTCOME_FILE says, for the count that closes npm test. */
export default class OutcomeReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const outcome: Outcome = { passed: 0, failures: [], skipped: [] };
    for (const module of modules) addModule(outcome, module);
    outcome.files = modules.map((module) => ({
      name: `[${module.project.name}] ${module.relativeModuleId}`,
      ms: module.diagnostic().duration,
    }));
    for (const error of unhandledErrors)
      outcome.failures.push(`an error outside of any test: ${error.message}`);
    writeFileSync(process.env.TEST_OUTCOME_FILE ?? '', JSON.stringify(outcome));
  }
}

function addModule(outcome: Outcome, module: TestModule): void {
  const failuresBefore = outcome.failures.length;
  for (const test of module.children.allTests()) {
    const result = test.result();
    if (result.state === 'passed') outcome.passed += 1;
    else if (result.state === 'skipped')
      outcome.skipped.push(`${nameOf(test)}${result.note ? `: ${result.note}` : ''}`);
    else outcome.failures.push(nameOf(test));
  }
  // A file that cannot be loaded, or whose hooks fail, has failed although none of its tests has.
  if (!module.ok() && outcome.failures.length === failuresBefore) {
    outcome.failures.push(`[${module.project.name}] ${module.relativeModuleId}`);
  }
}

function nameOf(test: TestCase): string {
  return `[${test.project.name}] ${test.module.relativeModuleId} > ${test.fullName}`;
}
