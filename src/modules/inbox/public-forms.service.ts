import { getOpenJob } from '../jobs/jobs.module.ts';
import { receiveSubmission, type SubmissionContext } from './form-submission.service.ts';
import type {
  ApplicationInput,
  ContactInput,
  InternshipInput,
  QuotationInput,
  FormResponse,
} from './public-forms.schema.ts';

export function receiveContactForm(ctx: SubmissionContext, input: ContactInput): Promise<FormResponse> {
  const { subject, message } = input;
  return receiveSubmission(ctx, { kind: 'contact', subject, message, ...commonOf(input) });
}

export function receiveQuotationForm(ctx: SubmissionContext, input: QuotationInput): Promise<FormResponse> {
  const subject = `Quotation request: ${input.service}`;
  return receiveSubmission(ctx, { kind: 'quotation', subject, message: input.details, ...commonOf(input) });
}

export function receiveInternshipForm(ctx: SubmissionContext, input: InternshipInput): Promise<FormResponse> {
  const subject = `Internship application: ${input.field}`;
  const { message, cv } = input;
  return receiveSubmission(ctx, { kind: 'internship', subject, message, cv, ...commonOf(input) });
}

/** Stores an application for a job. @throws {NotFound} when the job is not open @throws {TooManyTries} */
export async function receiveApplicationForm(
  ctx: SubmissionContext,
  input: ApplicationInput,
): Promise<FormResponse> {
  const { id, message, cv } = input;
  const { title } = await getOpenJob(ctx, id);
  const subject = `Job application: ${title}`;
  const { details, ...common } = commonOf(input);
  return receiveSubmission(ctx, {
    kind: 'application',
    about: id,
    subject,
    message,
    cv,
    ...common,
    details: { job: title, ...details },
  });
}

type AnyInput = ContactInput | QuotationInput | InternshipInput | ApplicationInput;

function commonOf(input: AnyInput) {
  const { name, email, phone, website, form_token, ...others } = input;
  const texts = Object.entries({ name, email, phone, ...others }).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
  );
  return { person: { name, email, phone }, details: Object.fromEntries(texts), website, form_token };
}
