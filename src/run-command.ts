import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { makeFilesPrivate } from './data-folder.ts';
import { fullDiskMessage, isDiskFull } from './shared/errors.ts';

/** Prints an error as one line and exits with code 1. An end before the work is done counts as an error. */
export async function runAndExplainErrors(program: () => Promise<void>): Promise<void> {
  makeFilesPrivate();
  const explainUnsettled = () => {
    process.stderr.write('The command ended before its work was done. This is a defect of the program.\n');
    process.exit(1);
  };
  process.once('beforeExit', explainUnsettled);
  try {
    await program();
    process.off('beforeExit', explainUnsettled);
  } catch (error) {
    process.stderr.write(`${inWords(error)}\n`);
    process.exit(1);
  }
}

const fileProblems: Readonly<Record<string, string>> = {
  EACCES: 'this user may not read or write it',
  EPERM: 'this user may not read or write it',
  EROFS: 'its disk can only be read',
  ENOENT: 'it is not there, and cannot be made',
  ENOTDIR: 'a part of this path is no folder',
  EISDIR: 'it is a folder',
  EEXIST: 'there is something of this name already',
};

function inWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (isDiskFull(error)) return `${error.message}: ${fullDiskMessage}`;
  const { code = '', path } = error as NodeJS.ErrnoException;
  const problem = fileProblems[code];
  return path && problem ? `${path}: ${problem} (${code})` : error.message;
}

/**
 * The arguments of this process. With a wrong option, or with `--help`, it ends instead, with the usage.
 * @param allowPositionals - when false, an argument that is no option is wrong too
 */
export function readArguments<Options extends ParseArgsOptionsConfig>(
  options: Options,
  usage: string,
  allowPositionals = true,
) {
  try {
    const parsed = parseArgs({ options, allowPositionals });
    const positionals: string[] = parsed.positionals;
    return { values: parsed.values, positionals };
  } catch (error) {
    if (process.argv.includes('--help')) {
      process.stdout.write(`${usage}\n`);
      process.exit(0);
    }
    // What follows the first sentence is about `parseArgs`.
    const [problem = ''] = (error as Error).message.split(/\.(?: |\n|$)/);
    refuseArguments(problem, usage);
  }
}

/** The value of an option that must be a number. */
export function readNumber(option: string, text: string, usage: string): number {
  const number = Number(text);
  return number >= 0 ? number : refuseArguments(`Option '--${option}' must be a number`, usage);
}

export function refuseArguments(problem: string, usage: string): never {
  process.stderr.write(`${problem}\n${usage}\n`);
  process.exit(1);
}

/** For a command that takes no arguments. */
export function expectNoArguments(command: string, does: string): void {
  readArguments({}, `usage: npm run ${command}   ${does}`, false);
}

type Output = Pick<NodeJS.WriteStream, 'write'> & { isTTY?: boolean };

const renewMs = 500;
const startOfLine = '\r\x1b[K';

/** At a terminal, one line shows the seconds and what `tell` got. Elsewhere, a line at begin and end. */
export async function runStepWithProgress<T>(
  name: string,
  step: (tell: (part: string) => void) => Promise<T>,
  output: Output = process.stderr,
): Promise<T> {
  const startedAt = performance.now();
  const seconds = (digits: number) => ((performance.now() - startedAt) / 1000).toFixed(digits);
  let part = '';
  const renew = () => void output.write(`${startOfLine}${name} … ${seconds(0)} s${part && `, ${part}`}`);
  if (output.isTTY) renew();
  else output.write(`${name} …\n`);
  const timer = output.isTTY ? setInterval(renew, renewMs) : undefined;
  try {
    const result = await step((text) => {
      part = text;
      if (output.isTTY) renew();
    });
    output.write(`${output.isTTY ? startOfLine : ''}${name}: ${seconds(1)} s\n`);
    return result;
  } catch (error) {
    if (output.isTTY) output.write('\n');
    throw error;
  } finally {
    clearInterval(timer);
  }
}
