import { serialize } from 'node:v8';

export interface Operation {
  name: string;
  run(text: string): unknown;
  /** The longest text that this operation can receive. */
  longest?: number;
}

/** The cost of one run. `ms` is the CPU time of this thread. `bytes` is the size of the serialized result. */
interface Cost {
  ms: number;
  bytes: number;
}

const units = [
  ...[
    ' ',
    '\n',
    'a',
    'a ',
    'a\n',
    '0',
    '<',
    '>',
    '&',
    '"',
    "'",
    '/',
    '\\',
    '[',
    ']',
    '{',
    '(',
    '=',
    ',',
    ';',
    '.',
    '@',
    '%',
    '-',
    '_',
  ],
  ...[
    '<p>',
    '<p>x</p>',
    '<ul><li>',
    '<em>',
    '<b><i>',
    '</b></i>',
    '<div>',
    '<div></p>',
    '<table><tr><td>',
    '<svg><p>',
    '<a href="/x">x',
  ],
  ...[
    '<a b=c ',
    '<!--',
    '<!-- wp:',
    '<!-- wp:x -->',
    '<![CDATA[',
    '<?',
    '</',
    '<pre>',
    '<code>',
    '<script>',
    '<option>',
    '<br>',
    '<li>',
  ],
  ...[
    '&amp;',
    '&#x26',
    '[abc a="',
    '[abc]',
    '[/abc]',
    '[caption]',
    '[caption][/caption]',
    '[gallery ids="1"',
    '[embed]',
    '[embed] ',
    '[embed x',
  ],
  ...[
    'https://',
    'https://a.example ',
    'www.',
    '[url]',
    '<a>',
    'a@',
    'a.',
    '{"a":',
    '["a",',
    '"a",',
    '\u0130',
    '\ufdfa',
    '👩‍💻',
    '=1',
    'x=y; ',
    'W/"x", ',
  ],
];
/**
 * Texts before and after the repeated unit. Some of these frames let a pattern match the text. Others let the match
 * fail only at the end.
 */
const frames: [string, string][] = [
  ['', ''],
  ['', '!'],
  ['<p>', '</p>'],
  ['[embed]', 'x'],
];

const shapes = units.flatMap((unit) =>
  frames.map(([begin, end]) => ({
    name: JSON.stringify(`${begin}${unit}…${end}`),
    make: (length: number) =>
      `${begin}${unit.repeat(Math.max(1, Math.floor((length - begin.length - end.length) / unit.length)))}${end}`,
  })),
);

/**
 * The factor by which the cost may grow when a text is four times as long. If the growth was quadratic, the factor
 * would be sixteen.
 */
const mayGrow = 8;
/**
 * Costs below this limit are ignored, because some systems count CPU time in steps of several milliseconds.
 */
const leastMs = 40;
const repetitions = 5;
const leastBytes = 2 * 1024 * 1024;

/** Returns the lengths to measure, in ascending order. Each length is four times the previous one. */
function lengthsUpTo(longest: number): number[] {
  const lengths: number[] = [];
  for (let length = longest; length >= 1000; length = Math.floor(length / 4)) lengths.unshift(length);
  return lengths;
}

async function costOf({ run }: Operation, text: string): Promise<Cost> {
  const begin = process.threadCpuUsage();
  const result = await run(text);
  const { user, system } = process.threadCpuUsage(begin);
  return { ms: (user + system) / 1000, bytes: serialize(result).length };
}

async function meanCostOf(operation: Operation, text: string): Promise<Cost> {
  const costs: Cost[] = [];
  for (let run = 0; run < repetitions; run += 1) costs.push(await costOf(operation, text));
  return {
    ms: costs.reduce((sum, { ms }) => sum + ms, 0) / repetitions,
    bytes: Math.min(...costs.map(({ bytes }) => bytes)),
  };
}

function isExcess(before: Cost, now: Cost): boolean {
  const isOver = (of: 'ms' | 'bytes', least: number) =>
    now[of] > least && now[of] > mayGrow * Math.max(before[of], least / mayGrow);
  return isOver('ms', leastMs) || isOver('bytes', leastBytes);
}

export interface MostExpensiveRun {
  operation: string;
  shape: string;
  length: number;
  ms: number;
}

/**
 * Runs an operation on texts of growing length. Returns a message for each kind of text whose cost grows too fast, the
 * most expensive run, and the number of runs. Tries only every n-th kind of text, where n is `every`.
 */
export async function findExcessiveGrowth(
  operation: Operation,
  longest: number,
  { every = 1 } = {},
): Promise<{ excess: string[]; dearest: MostExpensiveRun | undefined; runs: number }> {
  const lengths = lengthsUpTo(Math.min(longest, operation.longest ?? longest));
  const excess: string[] = [];
  let dearest: MostExpensiveRun | undefined;
  let runs = 0;
  for (const [at, { name, make }] of shapes.entries()) {
    if (at % every !== 0) continue;
    let before: Cost | undefined;
    for (const length of lengths) {
      let cost = await costOf(operation, make(length));
      runs += 1;
      if (before && isExcess(before, cost)) {
        // Measures again, because a garbage collection may have disturbed the measurement.
        before = await meanCostOf(operation, make(Math.floor(length / 4)));
        cost = await meanCostOf(operation, make(length));
      }
      if (before && isExcess(before, cost)) {
        excess.push(
          `${operation.name} on ${name}: ${length} characters cost ${cost.ms} ms and ${cost.bytes} bytes, a quarter of them ${before.ms} ms and ${before.bytes} bytes`,
        );
        break;
      }
      if (!dearest || cost.ms > dearest.ms) {
        dearest = { operation: operation.name, shape: name, length, ms: cost.ms };
      }
      before = cost;
    }
  }
  return { excess, dearest, runs };
}
