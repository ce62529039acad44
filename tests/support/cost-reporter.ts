import { readdirSync, readFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/** Linux counts processor time in ticks of this length. */
const tickMs = 10;
const shown = 40;

interface Process {
  parent: number;
  /** The processor time of the process and of its ended children, in milliseconds. */
  used: number;
}

interface Cost {
  file: string;
  tests: number;
  seconds: number;
  processor: number;
}

/**
 * Prints the test files that took the most time: `npm test -- --reporter=default
 * --reporter=./tests/support/cost-reporter.ts`. The processor time of a file covers all processes of the run
 * while the file ran. Files that run at the same time therefore count each other's processor time. Needs
 * Linux.
 */
export default class CostReporter implements Reporter {
  readonly #started = new Map<string, { at: number; used: number }>();
  readonly #costs: Cost[] = [];

  onTestModuleStart({ moduleId }: TestModule): void {
    this.#started.set(moduleId, { at: Date.now(), used: usedByRun() });
  }

  onTestModuleEnd(module: TestModule): void {
    const start = this.#started.get(module.moduleId);
    if (!start) return;
    this.#costs.push({
      file: module.relativeModuleId,
      tests: [...module.children.allTests()].length,
      seconds: (Date.now() - start.at) / 1000,
      processor: (usedByRun() - start.used) / 1000,
    });
  }

  onTestRunEnd(): void {
    const dearest = this.#costs.toSorted((one, other) => other.seconds - one.seconds).slice(0, shown);
    const lines = dearest.map(({ file, tests, seconds, processor }) =>
      [
        seconds.toFixed(1).padStart(7),
        processor.toFixed(1).padStart(9),
        `${tests}`.padStart(6),
        ` ${file}`,
      ].join(''),
    );
    console.log(['seconds processor tests  file', ...lines].join('\n'));
  }
}

/** Returns the processor time of this process and all its descendants, in milliseconds. */
function usedByRun(): number {
  const processes = new Map<number, Process>();
  for (const name of readdirSync('/proc')) {
    const found = /^\d+$/.test(name) && readProcess(name);
    if (found) processes.set(Number(name), found);
  }
  let used = 0;
  for (const [id, one] of processes) if (isBelow(id, processes)) used += one.used;
  return used;
}

function readProcess(id: string): Process | undefined {
  try {
    const line = readFileSync(`/proc/${id}/stat`, 'utf8');
    // The numbers follow the name of the program, which is in parentheses and may contain spaces.
    const numbers = line
      .slice(line.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const ticks = numbers.slice(11, 15).reduce((sum, each) => sum + each, 0);
    return { parent: numbers[1]!, used: ticks * tickMs };
  } catch {
    // The process has ended in the meantime.
    return undefined;
  }
}

function isBelow(id: number, processes: Map<number, Process>): boolean {
  for (let at: number | undefined = id; at !== undefined; at = processes.get(at)?.parent)
    if (at === process.pid) return true;
  return false;
}
