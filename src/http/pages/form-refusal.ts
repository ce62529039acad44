import { TRPCError } from '@trpc/server';
import { ZodError } from 'zod';
import type { TextRule } from '../../shared/text-fields.ts';
import type { PostedFormResult } from '../../shared/page-renderer.ts';
import type { SiteSettings } from '../../shared/settings/site.ts';
import { maxDocumentMegabytes } from '../../shared/upload-limits.ts';
import type { SiteTexts } from '../../shared/words/en.ts';
import type { TranslatedError } from '../../trpc/errors.ts';

type Failure = NonNullable<PostedFormResult['failure']>;
type Refusals = SiteTexts['refusals'];
type Issue = ZodError['issues'][number];
interface Posted {
  /** The names of the fields that take a file. */
  files: readonly string[];
  /** The texts that the visitor typed, by field. */
  values: Readonly<Record<string, string>>;
}

/** The settings from which the messages come: words and formats in the language of the site. */
type Site = Pick<SiteSettings, 'texts' | 'formats'>;

/** Returns the status and the messages for a refused form, in the language of the site. */
export function explainRefusal(
  thrown: unknown,
  { status, body, retryAfter }: TranslatedError,
  { files, values }: Posted,
  site: Site,
): Failure {
  const { refusals, forms } = site.texts;
  const issues = issuesOf(thrown);
  const fields = Object.fromEntries(
    Object.keys(body.errors ?? {}).map((field) => {
      if (status === 413)
        return [field, files.includes(field) ? forms.fileTooLarge(maxDocumentMegabytes) : forms.tooLarge];
      const issue = issues.find(({ path }) => String(path[0]) === field);
      const isEmpty = !values[field]?.trim();
      // A choice, a tick and a file that are missing break no rule of their own.
      if (isEmpty && (!issue || issue.code === 'invalid_value')) return [field, refusals.required];
      return [field, issue ? explainIssue(issue, refusals, site) : refusals.invalid];
    }),
  );
  const [first] = Object.values(fields);
  return { status, message: explainStatus(status, { first, retryAfter }, refusals, site), fields };
}

function explainStatus(
  status: number,
  { first, retryAfter = 0 }: { first: string | undefined; retryAfter: number | undefined },
  refusals: Refusals,
  { texts: { forms } }: Site,
): string {
  switch (status) {
    case 400:
    case 415:
      return refusals.broken;
    case 403:
      return refusals.foreign;
    case 413:
      return first ?? forms.tooLarge;
    case 422:
      return forms.correct;
    case 429:
      return refusals.tooManyTries(retryAfter);
    case 503:
      return forms.busy;
    default:
      return forms.failed;
  }
}

function explainIssue(issue: Issue, refusals: Refusals, { texts: { forms }, formats }: Site): string {
  switch (issue.code) {
    case 'invalid_type':
    case 'too_small':
      return refusals.required;
    case 'too_big':
      return refusals.tooLong(formats.number(Number(issue.maximum)));
    case 'invalid_format':
      return refusals.email;
    case 'custom':
      return explainRule(issue.params?.rule as TextRule | 'file' | undefined, refusals, forms.notPdf);
    default:
      return refusals.invalid;
  }
}

function explainRule(rule: TextRule | 'file' | undefined, refusals: Refusals, notPdf: string): string {
  if (rule === 'file') return notPdf;
  return rule ? refusals[rule] : refusals.invalid;
}

function issuesOf(thrown: unknown): Issue[] {
  const error = thrown instanceof TRPCError && thrown.cause ? thrown.cause : thrown;
  return error instanceof ZodError ? error.issues : [];
}
