import { expiredCounterMinutes, formRateLimitMinutes } from '../retention-periods.ts';
import { toMailto } from '../account-fields.ts';
import { plainText } from '../writing/clean-html.ts';
import { mapValues } from './values.ts';
import { cityLine, countryName } from './standard-lists.ts';
import { type LegalPageName, legalPageNames } from './fields/legal.ts';
import { type GroupValue, type GroupValues, settingGroups } from './groups.ts';
import { withDirectionIsolates } from '../text-direction.ts';
import { fillPlaceholders } from './placeholders.ts';

type Company = GroupValue<'company'>;
/** By name. Null means that there is no limit. */
type Figures = GroupValue<'privacy'>;
type Documents = GroupValue<'legal'>;

const blankPattern = /\[\[\s*(.*?)\s*(?:\]\]|$)/s;
const maxBlank = 80;

/** By name without braces. `country` is the name of the company's country. */
export function companyPlaceholders(
  { address, registration, ...company }: Company,
  country: string,
): Map<string, string> {
  const { name, legal_name, phone, email, since } = company;
  const { court, number, vat_id, tax_number, directors, authority } = registration;
  const join = (parts: string[], between: string) => parts.filter(Boolean).join(between);
  return new Map(
    Object.entries({
      name,
      legal_name: legal_name || name,
      phone,
      email,
      since: String(since ?? ''),
      street: address.street,
      city: address.city,
      address: join([address.street, cityLine(address)], ', '),
      country,
      registration: join([court, number], ' '),
      vat: vat_id,
      tax_number,
      directors,
      authority,
    }),
  );
}

/** By name without braces. */
function legalValues(company: Company, figures: Figures, country: string): Map<string, string> {
  const periods = Object.entries(figures).filter(
    ([, figure]) => figure === null || typeof figure === 'number',
  );
  return new Map([
    ...companyPlaceholders(company, country),
    ['form_minutes', String(formRateLimitMinutes + expiredCounterMinutes)],
    ...periods.map(([name, figure]) => [name, String(figure ?? '')] as const),
  ]);
}

/** A sentence, and nothing while views are not counted. */
const countingName = 'visit_counting';

export const legalPlaceholders = ({
  company,
  privacy,
}: Pick<GroupValues, 'company' | 'privacy'>): string[] => [
  ...legalValues(company, privacy, '').keys(),
  countingName,
];

/** `country` is the name of the company's country. `counting` says how views are counted. */
export function fillDocuments(
  { company, legal, privacy, region }: Pick<GroupValues, 'company' | 'legal' | 'privacy' | 'region'>,
  { country, counting }: { country: string; counting: string },
): Documents {
  const values = legalValues(company, privacy, country);
  values.set(countingName, privacy.counts_visits ? counting : '');
  return mapValues(legal, ({ text, ...lines }) => ({
    ...fillPlaceholders(lines, values, region.language),
    text: fillHtml(text, values),
  })) as Documents;
}

/** Placeholders inside a tag, such as in the address of a link, stay, because their texts are not addresses. */
function fillHtml(html: string, values: ReadonlyMap<string, string>): string {
  const email = values.get('email') ?? '';
  const contact = (label: string) =>
    email
      ? `<a href="${escapeText(toMailto(email))}">${escapeText(email)}</a>`
      : `<a href="/contact">${label}</a>`;
  const fill = (text: string) =>
    text.replaceAll(/\{(\w+)(?::([^{}]*))?\}/g, (all, name: string, label: string | undefined) => {
      if (label !== undefined) return name === 'email_or' ? contact(label) : all;
      const word = values.get(name);
      return word === undefined ? all : escapeText(withDirectionIsolates(word, text));
    });
  return html
    .split(/(<[^<>]*>)/)
    .map((part) => (part.startsWith('<') ? part : fill(part)))
    .join('');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};
const escapeText = (text: string) => text.replaceAll(/[&<>"']/g, (character) => entities[character]!);

/** Whether visitors see each page. A text with a blank such as `[[ name ]]` is never shown. */
export function shownDocuments(legal: Documents): Record<LegalPageName, boolean> {
  return mapValues(
    legal,
    (document) => document.is_shown && textsOf(document).every(([, text]) => findBlank(text) === undefined),
  );
}

/** By path, such as `imprint.text`. A shown text has no blank, and no placeholder without a value. */
export function findLegalProblems(
  legal: Documents,
  company: Company,
  figures: Figures,
): Record<string, string[]> {
  const values = legalValues(company, figures, countryName(company.address.country_code) ?? '');
  const problems = legalPageNames.flatMap((name): [path: string, problems: string[]][] => {
    if (!legal[name].is_shown) return [];
    return textsOf(legal[name]).flatMap(([field, text]): [string, string[]][] => {
      const problem = problemOf(field, text, values);
      return problem ? [[`${name}.${field}`, [problem]]] : [];
    });
  });
  return Object.fromEntries(problems);
}

/** Documents that have a text but cannot be shown yet, each with its first problem. */
export function findUnfinishedDocuments(
  legal: Documents,
  company: Company,
  figures: Figures,
): { document: LegalPageName; problem: string }[] {
  const begun = mapValues(legal, (document) => ({ ...document, is_shown: document.text !== '' }));
  return findGaps(begun as Documents, company, figures);
}

/** The first problem of each shown document that has one. */
export function findGaps(
  legal: Documents,
  company: Company,
  figures: Figures,
): { document: LegalPageName; problem: string }[] {
  const problems = Object.entries(findLegalProblems(legal, company, figures));
  return legalPageNames.flatMap((document) => {
    const own = problems.find(([path]) => path.startsWith(`${document}.`));
    return own ? [{ document, problem: own[1][0]! }] : [];
  });
}

function problemOf(field: string, text: string, values: ReadonlyMap<string, string>): string | undefined {
  const blank = findBlank(text);
  if (blank !== undefined) return `Fill in the blank [[ ${blank} ]] before you show the page.`;
  if (field === 'text' && text === '') return 'Write the text before you show the page.';
  const empty = placeholdersIn(text).find((name) => values.get(name) === '');
  if (empty === undefined) return undefined;
  const place = empty in settingGroups.privacy.fields ? 'Privacy has' : 'The settings of the company have';
  return `${place} nothing for {${empty}}. Fill it in there, or remove it here.`;
}

function placeholdersIn(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

/** A problem for each empty period that a shown text states, by the name of the period. */
export function findMissingRetentionPeriods(legal: Documents, figures: Figures): Record<string, string[]> {
  const problems = legalPageNames.flatMap((name): [figure: string, problems: string[]][] => {
    if (!legal[name].is_shown) return [];
    const stated = placeholdersIn(plainText(legal[name].text));
    const missing = Object.entries(figures).filter(
      ([figure, value]) => value === null && stated.includes(figure),
    );
    return missing.map(([figure]) => [
      figure,
      [`The page “${legal[name].title}” states {${figure}}. Change that text first, under Legal.`],
    ]);
  });
  return Object.fromEntries(problems);
}

function findBlank(text: string): string | undefined {
  const [, blank] = blankPattern.exec(text) ?? [];
  return blank !== undefined && blank.length > maxBlank ? `${blank.slice(0, maxBlank)}…` : blank;
}

function textsOf({ is_shown: _, text, ...lines }: Documents[LegalPageName]): [field: string, text: string][] {
  return [...Object.entries(lines), ['text', plainText(text)]];
}
