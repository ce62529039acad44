import type { RenderPage } from '../../src/shared/page-renderer.ts';
import { buildFormData } from './callers.ts';
import type { TestApp } from './test-app.ts';

export const transports = ['page', 'rest', 'trpc', 'batch'] as const;
export type Transport = (typeof transports)[number];

export type FormName = 'contact' | 'quotation' | 'internship' | 'application';
type Fields = Record<string, string | Blob>;

const person = { name: 'Ada Byron', email: 'ada@example.com' };
/** Valid values for the required fields of each form. */
export const requiredFields: Record<FormName, Record<string, string>> = {
  contact: { ...person, subject: 'Engines', message: 'How much is one?' },
  quotation: { ...person, service: 'Cloud Solutions', details: 'Two servers, moved.' },
  internship: { ...person, field: 'Mathematics', message: 'I would like to learn.' },
  application: { ...person, message: 'Take me.' },
};

const paths: Record<FormName, Record<'page' | 'rest', (id: number) => string>> = {
  contact: { page: () => '/contact', rest: () => '/api/contact' },
  quotation: { page: () => '/quotations', rest: () => '/api/quotations' },
  internship: { page: () => '/internship', rest: () => '/api/internships' },
  application: { page: (id) => `/career/${id}`, rest: (id) => `/api/jobs/${id}/applications` },
};
const takesFiles = (name: FormName) => name === 'internship' || name === 'application';

/** The result of a form as a visitor sees it, in the same shape for every transport. */
export interface FormResult {
  status: number;
  message: string;
  errors: Record<string, string>;
  retryAfter: string | undefined;
  /** Only for pages: the values that the form shows again. */
  values?: Record<string, string>;
}

interface From {
  address?: string;
  id?: number;
}

/** A renderer that shows only the outcome of a form, which is enough for the tests. */
export const renderPostedForm: RenderPage = async (_url, _call, _site, posted) => ({
  status: 200,
  head: '',
  // Encoded in base64, so that a test can read the values from the body.
  html: Buffer.from(JSON.stringify(posted)).toString('base64'),
});

/**
 * Sends a visitor's form through a transport. A form that accepts files is sent alone, because batches cannot
 * contain files.
 */
export async function postVisitorForm(
  site: TestApp,
  transport: Transport,
  name: FormName,
  fields: Fields,
  { address = '127.0.0.1', id = 1 }: From = {},
): Promise<FormResult> {
  const way = transport === 'batch' && takesFiles(name) ? 'trpc' : transport;
  const all = way === 'trpc' && name === 'application' ? { id: String(id), ...fields } : fields;
  const sent = await encode(way, name, all);
  const answer = await site.app.inject({
    method: 'POST',
    url: way === 'page' || way === 'rest' ? paths[name][way](id) : trpcUrl(way, name),
    remoteAddress: address,
    ...sent,
  });
  const retryAfter = answer.headers['retry-after']?.toString();
  return { ...read(way, answer.statusCode, answer.body), retryAfter };
}

const trpcUrl = (way: Transport, name: FormName) =>
  way === 'batch' ? `/trpc/visitors.${name},visitors.${name}?batch=1` : `/trpc/visitors.${name}`;

async function encode(way: Transport, name: FormName, fields: Fields) {
  if (takesFiles(name)) {
    const request = new Response(buildFormData(fields));
    const type = request.headers.get('content-type') ?? '';
    return { headers: { 'content-type': type }, payload: Buffer.from(await request.arrayBuffer()) };
  }
  if (way === 'page') {
    const payload = new URLSearchParams(fields as Record<string, string>).toString();
    return { headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload };
  }
  // The second call of the batch lacks all fields and is refused. This must not affect the first call.
  const body = way === 'batch' ? { 0: fields, 1: {} } : fields;
  return { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body) };
}

function read(way: Transport, status: number, text: string): Omit<FormResult, 'retryAfter'> {
  if (way === 'page') return readPage(text);
  const body = way === 'batch' ? JSON.parse(text)[0] : JSON.parse(text);
  const { result, error } = body;
  const errors = firstOfEach((error ? error.data : body).errors);
  if (result) return { status: 201, message: result.data.message, errors };
  if (error) return { status: error.data.httpStatus, message: error.message, errors };
  return { status, message: body.message, errors };
}

function readPage(text: string): Omit<FormResult, 'retryAfter'> {
  const [, body = ''] = /<body>(.*)<\/body>/s.exec(text) ?? [];
  const { sent, failure, values } = JSON.parse(Buffer.from(body, 'base64').toString());
  if (sent) return { status: 201, message: sent, errors: {}, values };
  return { status: failure.status, message: failure.message, errors: failure.fields, values };
}

function firstOfEach(errors: Record<string, string[]> = {}) {
  return Object.fromEntries(Object.entries(errors).map(([field, [first = '']]) => [field, first]));
}

/** Returns a file that begins like a PDF. The server recognises a PDF by its first bytes only. */
export function pdf(name = 'cv.pdf', bytes = 1000): File {
  return new File(['%PDF-1.7\n'.padEnd(bytes, '.')], name, { type: 'application/pdf' });
}
