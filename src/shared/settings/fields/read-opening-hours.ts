import { foldText } from '../../fold-text.ts';
import { normalizeTimes, type Weekday, weekdays, type WeeklyHours } from './opening-hours.ts';

// Reads opening hours that people wrote in English, German, French, Spanish or Turkish. A line with an
// unknown word is skipped, because half of it could be wrong.

/** By day from Monday on, without accents. A day with an ending such as `s` needs no word of its own. */
const dayWords = [
  'monday mon mo montag lundi lun lunes l pazartesi pzt pts',
  'tuesday tue tues tu dienstag di mardi mar martes sali sal',
  'wednesday wed weds we mittwoch mi mercredi mer miercoles mie x carsamba car crs',
  'thursday thu thur thurs th donnerstag do jeudi jeu jueves jue j persembe per prs',
  'friday fri fr freitag vendredi ven viernes vie v cuma cum',
  'saturday sat sa samstag sonnabend samedi sam sabado sab s cumartesi cmt cts',
  'sunday sun su so sonntag dimanche dim domingo dom d pazar paz',
];
const days = new Map(dayWords.flatMap((words, day) => words.split(' ').map((word) => [word, day] as const)));

/** Several words for several days stand as one. */
const groups: readonly (readonly [pattern: RegExp, days: readonly number[]])[] = [
  [
    /\b(?:every ?day|daily|taglich|jeden tag|tous les jours|7j\/7|todos los dias|diario|a diario|her gun)\b/g,
    [0, 1, 2, 3, 4, 5, 6],
  ],
  [/\b(?:weekdays|werktags|en semaine|dias laborables|entre semana|hafta ici)\b/g, [0, 1, 2, 3, 4]],
  [
    /\b(?:weekends?|am wochenende|wochenende|(?:le )?week-end|(?:los )?fin(?:es)? de semana|hafta sonu)\b/g,
    [5, 6],
  ],
];

const through = new Set('- to till until thru through bis au a al hasta ile'.split(' '));
const closedWords = new Set('closed geschlossen ferme fermes cerrado cerrados kapali'.split(' '));
/** Words that change nothing. */
const fillers = new Set(
  `and und et y e ve & + , . : ( ) from between on the at open opening hours von am ab geoffnet offen offnungszeiten uhr de des
  du le les ouvert ouverture horaires el la los las abierto horario desde h hs hrs acik arasi arasinda gunu gunleri saat saatleri
  calisma ruhetag schliesstag`.split(/\s+/),
);

const time = String.raw`(\d{1,2})(?:\s?[:.h]\s?(\d{2}))?\s?(?:(a\.?m\.?|p\.?m\.?)|h|uhr)?(?![\d:])`;
const spanPattern = new RegExp(
  String.raw`(?<![\d:.])${time}\s*(?:-|to|till|until|bis|a|al|ile)\s*${time}`,
  'g',
);
/** Turkish says a range of days by their endings: `pazartesiden cumaya`. */
const turkishDay = /^(pazartesi|sali|carsamba|persembe|cuma|cumartesi|pazar)(den|dan|ye|ya|e|a|leri|lari)?$/;

type Token = number | 'through' | 'closed' | { times: string };

interface ReadHours {
  hours: WeeklyHours[];
  /** The lines that are not read. */
  rest: string[];
}

export function readOpeningHours(lines: readonly string[]): ReadHours {
  const result: ReadHours = { hours: [], rest: [] };
  for (const line of lines.filter((one) => one.trim() !== '')) {
    const tokens = tokensOf(line);
    const read = tokens && hoursOf(tokens);
    if (read) result.hours.push(...read);
    else result.rest.push(line);
  }
  return result;
}

/** Undefined if a word is not known. */
function tokensOf(line: string): Token[] | undefined {
  const spans: string[] = [];
  let text = foldText(line).replaceAll("'", '');
  for (const [pattern, named] of groups) text = text.replaceAll(pattern, ` ${dayRange(named)} `);
  text = text.replaceAll(spanPattern, (...parts: string[]) => {
    spans.push(timesOf(parts.slice(1, 7)) ?? '');
    return ` #${spans.length - 1} `;
  });
  if (spans.includes('')) return undefined;
  const tokens: Token[] = [];
  for (const word of text.match(/#\d+|[\p{L}]+|\S/gu) ?? []) {
    const token = tokenOf(word, spans);
    if (token === undefined) return undefined;
    tokens.push(...token);
  }
  return tokens;
}

/** In words that are read like those of people. */
function dayRange(named: readonly number[]): string {
  const nameOf = (day: number) => weekdays[day]!.toLowerCase();
  return `${nameOf(named[0]!)} - ${nameOf(named.at(-1)!)}`;
}

function tokenOf(word: string, spans: readonly string[]): Token[] | undefined {
  if (word.startsWith('#')) return [{ times: spans[Number(word.slice(1))]! }];
  const [, turkish, ending = ''] = turkishDay.exec(word) ?? [];
  const day = days.get(turkish ?? word) ?? days.get(word.replace(/s$/, ''));
  if (day !== undefined) return ['den', 'dan'].includes(ending) ? [day, 'through'] : [day];
  if (through.has(word)) return ['through'];
  if (closedWords.has(word)) return ['closed'];
  return fillers.has(word) || word === ';' || word === '/' || word === '|' || word === '·' ? [] : undefined;
}

/** As settings store them. With `am` or `pm` only at the end, the beginning is in the same half if that is earlier. */
function timesOf([hour, minute, half, endHour, endMinute, endHalf]: (string | undefined)[]):
  | string
  | undefined {
  const isAfternoon = (text: string | undefined) => text?.startsWith('p');
  const on24 = (text: string | undefined, afternoon: boolean | undefined) => {
    const value = Number(text);
    return afternoon === undefined ? value : (value % 12) + (afternoon ? 12 : 0);
  };
  const closes = on24(endHour, isAfternoon(endHalf));
  let opens = on24(hour, isAfternoon(half ?? endHalf));
  if (half === undefined && endHalf !== undefined && opens >= closes) opens = on24(hour, false);
  return normalizeTimes(`${opens}:${minute ?? '00'}-${closes}:${endMinute ?? '00'}`);
}

/** Undefined if the line has times without days, or days without times. */
function hoursOf(tokens: readonly Token[]): WeeklyHours[] | undefined {
  const hours: WeeklyHours[] = [];
  let chosen: number[] = [];
  let times: string[] = [];
  let isClosed = false;
  const isComplete = () => chosen.length > 0 && (isClosed || times.length > 0);
  const finish = () => {
    for (const [first, last] of runsOf(chosen))
      for (const span of times) hours.push({ first_day: first, last_day: last, times: span });
    [chosen, times, isClosed] = [[], [], false];
  };
  for (const [at, token] of tokens.entries()) {
    if (token === 'closed') isClosed = true;
    else if (token === 'through') {
      if (typeof tokens[at - 1] !== 'number' || typeof tokens[at + 1] !== 'number') return undefined;
    } else if (typeof token === 'object') times.push(token.times);
    else {
      if (isComplete()) finish();
      const from = chosen.at(-1);
      const isRange = tokens[at - 1] === 'through' && from !== undefined;
      chosen.push(...(isRange ? daysAfter(from, token) : [token]));
    }
  }
  if (!isComplete()) return undefined;
  finish();
  return hours;
}

/** The days after one up to another, which may be in the next week. */
function daysAfter(from: number, to: number): number[] {
  const count = (to - from + weekdays.length) % weekdays.length;
  return Array.from({ length: count }, (_, at) => (from + at + 1) % weekdays.length);
}

/** Neighbouring days are one entry. */
function runsOf(chosen: readonly number[]): [Weekday, Weekday][] {
  const runs: [number, number][] = [];
  for (const day of chosen) {
    const run = runs.at(-1);
    if (run && (run[1] + 1) % weekdays.length === day) run[1] = day;
    else runs.push([day, day]);
  }
  return runs.map(([first, last]) => [weekdays[first]!, weekdays[last]!]);
}
