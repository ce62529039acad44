import type { Ctx } from '../../database/ctx.ts';
import { customFieldsOf, isFieldName, toUnusedLabel } from '../../shared/blocks/form-fields.ts';
import type { ShownBlock } from '../../shared/blocks/kinds.ts';
import { NotFound, RuleBroken } from '../../shared/errors.ts';
import { unknownFieldMessage } from '../../shared/fields.ts';
import { maxSlugLength } from '../../shared/slugs.ts';
import { toOneLine } from '../../shared/text-fields.ts';
import { pages } from '../pages/pages.module.ts';
import { receiveSubmission, type SubmissionContext } from './form-submission.service.ts';
import { type PageFormInput, pageFormSchema } from './page-form.schema.ts';
import type { FormResponse } from './public-forms.schema.ts';

const reserved = ['page', 'name', 'email', 'phone', 'reference'];
const missing = 'There is no such form any more.';

/** Returns a public page with its form. @throws {NotFound} when the page is not public or has no form */
export async function findPageForm(ctx: Ctx, id: number) {
  const page = await pages.get(ctx, id, { open_at: ctx.now }).catch((error: unknown) => {
    throw error instanceof NotFound ? new NotFound(missing) : error;
  });
  const form = page.blocks.find(({ kind }) => kind === 'form') as ShownBlock<'form'> | undefined;
  if (!form) throw new NotFound(missing);
  return { page, form };
}

/**
 * Stores what a visitor entered in the form of a page. The input must match the current form. Also stores the
 * texts of fields that the form no longer has, because the form may have changed since the visitor opened the
 * page.
 * @throws {NotFound} when the page is not public or has no form
 * @throws {ZodError} with the names of the wrong fields
 * @throws {RuleBroken} naming `cv` when the file is missing or not expected
 * @throws {TooManyTries}
 */
export async function receivePageForm(ctx: SubmissionContext, input: PageFormInput): Promise<FormResponse> {
  const { id, name, email, phone, cv, website, form_token, ...typed } = input;

  const { page, form } = await findPageForm(ctx, id);
  const fields = customFieldsOf(form);
  const file = fields.find(({ type }) => type === 'File');
  if (cv && !file) throw RuleBroken.of('cv', 'This form takes no file.');

  const own = new Map(fields.map((field) => [field.name, field]));
  const odd = Object.keys(typed).find((field) => !own.has(field) && !isFieldName(field));
  if (odd !== undefined) throw RuleBroken.of(toOneLine(odd).slice(0, maxSlugLength), unknownFieldMessage);
  const { error, data: words = {} } = pageFormSchema(fields).safeParse(typed);
  if (file?.isRequired && !cv) throw RuleBroken.of('cv', `${file.label} is required`);
  if (error) throw error;
  const answers = Object.entries(words)
    .filter(([, text]) => text !== '')
    .map(([field, text]) => ({
      label: own.get(field)?.label ?? field,
      type: own.get(field)?.type,
      text,
    }));
  const lines = answers.map(({ label, text }) => `${label}: ${text}`);
  const used = new Set(reserved);
  const details = answers.map(({ label, text }) => [toUnusedLabel(label, used), text]);

  return receiveSubmission(ctx, {
    kind: 'form',
    subject: form.heading && form.heading !== page.title ? `${page.title}: ${form.heading}` : page.title,
    person: { name, email, phone },
    message: answers.find(({ type }) => type === 'Text')?.text ?? lines.join('\n'),
    details: { ...Object.fromEntries(details), page: page.title, name, email, ...(phone && { phone }) },
    cv,
    website,
    form_token,
  });
}
