import { getOpenJob } from '../jobs/jobs.module.ts';
import type {
  ApplicationInput,
  ContactInput,
  InternshipInput,
  QuotationInput,
  Thanks,
} from './visitor.schema.ts';
import { receivePost, type VisitorWork } from './visitor-posts.service.ts';

export function contact(work: VisitorWork, input: ContactInput): Promise<Thanks> {
  const { subject, message } = input;
  return receivePost(work, { kind: 'contact', subject, message, ...commonOf(input) });
}

export function askForQuotation(work: VisitorWork, input: QuotationInput): Promise<Thanks> {
  const subject = `Quotation request: ${input.service}`;
  return receivePost(work, { kind: 'quotation', subject, message: input.details, ...commonOf(input) });
}

export function applyForInternship(work: VisitorWork, input: InternshipInput): Promise<Thanks> {
  const subject = `Internship application: ${input.field}`;
  const { message, cv } = input;
  return receivePost(work, { kind: 'internship', subject, message, cv, ...commonOf(input) });
}

/** @throws {NotFound} when the job is not open, {TooManyTries} */
export async function applyForJob(work: VisitorWork, input: ApplicationInput): Promise<Thanks> {
  const { id, message, cv } = input;
  const { title } = await getOpenJob(work, id);
  const subject = `Job application: ${title}`;
  const { details, ...common } = commonOf(input);
  return receivePost(work, {
    ...{ kind: 'application', about: id, subject, message, cv, ...common },
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
